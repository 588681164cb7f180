// Package upstream checks the catalogue against the libraries themselves.
//
// The go.mod of this folder requires them at current versions. The test downloads those modules, parses (never compiles) the packages that
// the catalogue names, and asks of every line: is the function, method, field or type declared where the line says, is the parameter it
// names in the signature, do the other parameters it mentions exist. A line that nothing here can check fails.
//
// Modules that the module proxy does not serve are in read.txt: their declarations as read in the project's own repository, each with the
// version read. Lines about them are checked against that transcript; it is written by
//
//	go test . -update -from github.com/owner/name/v3@v3.1.0=/path/to/checkout
//
// To raise the versions: go get -u of what is wanted, then go test.
package upstream
