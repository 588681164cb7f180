package gopls

import (
	"fmt"
	"strings"
)

// release is a gopls that our change is known to fit.
type release struct {
	version string
	sum     string // of the module, as go.sum has it: the change is made to this text and no other
}

// releases lists the versions supported, the oldest first. The test in testdata/gopls builds and drives every one. To add one,
// add a line here and run that test; the two newest minor versions stay.
func releases() []release {
	return []release{
		{version: "v0.22.0", sum: "h1:9aON2mTxKrZ1y71RbQVnlPTTNfKZ9y5cv3x/f6XpsZw="},
		{version: "v0.23.0", sum: "h1:Dn6mf9WXu9iLnTftDDMb9wV0c6Se7PjzEMqP0LEe08Y="},
	}
}

func newest() release {
	all := releases()
	return all[len(all)-1]
}

func findRelease(version string) (release, error) {
	for _, r := range releases() {
		if r.version == version {
			return r, nil
		}
	}
	return release{}, fmt.Errorf("want %s", versionNames())
}

func versionNames() string {
	var names []string
	for _, r := range releases() {
		names = append(names, r.version)
	}
	return strings.Join(names, " or ")
}
