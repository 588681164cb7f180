module github.com/idemlint/idemlint

go 1.25.0

require golang.org/x/tools v0.47.0
