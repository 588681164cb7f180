package ir

import (
	"fmt"

	"golang.org/x/tools/go/analysis"
)

// Safe turns a panic inside a pass into an error of that pass: the driver names the package as not analysed, and everything else
// goes on. Code in an editor can be in any state, and a linter that takes the editor down is switched off. A package that the
// catalogue speaks for is kept from the pass, see hide.
func Safe(run func(*analysis.Pass) (any, error)) func(*analysis.Pass) (any, error) {
	return func(pass *analysis.Pass) (res any, err error) {
		defer func() {
			if p := recover(); p != nil {
				res, err = nil, fmt.Errorf("internal error: %v", p)
			}
		}()
		return run(hide(pass))
	}
}
