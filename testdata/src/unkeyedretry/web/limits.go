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

// The method is a parameter of the helper, and what the caller gives for it is not looked at.
func viaHelper(c *http.Client, url string) (err error) {
	for range 3 {
		if err = do(c, "POST", url); err == nil {
			return nil
		}
	}
	return err
}
