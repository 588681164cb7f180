package gopls

import (
	"fmt"
	"go/version"
	"strings"
)

// release is a gopls that our change is known to fit.
type release struct {
	version string
	golang  string // the Go it wants; the go command fetches that if GOTOOLCHAIN lets it
	sum     string // of the module, as go.sum has it: the change is made to this text and no other
}

// releases lists the versions supported, the oldest first. The tests in testdata/gopls build and drive them; to add one, add a
// line here and there.
func releases() []release {
	return []release{
		{"v0.22.0", "go1.26", "h1:9aON2mTxKrZ1y71RbQVnlPTTNfKZ9y5cv3x/f6XpsZw="},
		{"v0.23.0", "go1.26", "h1:Dn6mf9WXu9iLnTftDDMb9wV0c6Se7PjzEMqP0LEe08Y="},
		{"v0.24.0", "go1.27", "h1:nPO/LffYa4sP62Ueuema5PPnZPGaZjGl+vZGvbTek4g="},
	}
}

// fitting is the newest release that this version of Go builds by itself; if it is too old for all, the newest that wants no
// more than the others.
func fitting(golang string) release {
	all := releases()
	best := all[0]
	for _, r := range all {
		// A development version of Go ("devel go1.28-…") is newer than any release of gopls.
		if r.golang == best.golang || !version.IsValid(golang) || version.Compare(golang, r.golang) >= 0 {
			best = r
		}
	}
	return best
}

func findRelease(name string) (release, error) {
	for _, r := range releases() {
		if r.version == name {
			return r, nil
		}
	}
	return release{}, fmt.Errorf("want one of %s", versionNames())
}

func versionNames() string {
	var names []string
	for _, r := range releases() {
		names = append(names, r.version)
	}
	return strings.Join(names, ", ")
}
