package web

import "net/http"

func do(c *http.Client, method, url string) error {
	req, err := http.NewRequest(method, url, nil)
	if err != nil {
		return err
	}
	_, err = c.Do(req)
	return err
}

// The method is a parameter of the helper: what the caller gives for it decides.
func viaHelper(c *http.Client, url string) (err error) {
	for range 3 {
		if err = do(c, "POST", url); err == nil { // want `warning/proved: HTTP POST is run again by the retry loop`
			return nil
		}
	}
	return err
}

// The path comes in at the call and says that the POST only asks.
func askedViaHelper(c *http.Client) (err error) {
	for range 3 {
		if err = do(c, "POST", "/user/getUserList"); err == nil {
			return nil
		}
	}
	return err
}
