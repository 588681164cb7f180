module github.com/idemlint/idemlint

go 1.25.0

require (
	github.com/fatih/color v1.18.0
	github.com/mattn/go-isatty v0.0.20
	github.com/rogpeppe/go-internal v1.16.0
	golang.org/x/tools v0.47.0
)

require (
	github.com/mattn/go-colorable v0.1.13 // indirect
	golang.org/x/mod v0.37.0 // indirect
	golang.org/x/sync v0.21.0 // indirect
	golang.org/x/sys v0.46.0 // indirect
)
