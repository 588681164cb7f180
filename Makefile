# make runs what CI runs; the other targets are its parts, and a few that take too long for it.

all:
	.ci/run

lint:
	.ci/run lint

test:
	.ci/run tests

cases:
	.ci/run cases

upstream:
	.ci/run upstream

sqloracle:
	.ci/run sqloracle

bounds:
	.ci/run exits bounds

workflows:
	.ci/run workflows

fuzz:
	FUZZTIME=60s .ci/run fuzz

# Rewrite docs/rules.md and the expected output of the tests of the command.
docs:
	go test ./analyzers -run TestDocs -update
	go test ./cmd/idemlint -update

bench:
	go test -run '^$$' -bench . -benchmem ./passes/...

# One test corpus through every driver there is.
drivers:
	.ci/run drivers

# The language server, over LSP and MCP.
editors:
	.ci/run gopls

# Findings over real modules: make corpus DIRS="/path/to/service /path/to/other"
corpus:
	for dir in $(DIRS); do echo "== $$dir"; go run ./cmd/idemlint -C $$dir -fail-on never ./...; done

# CPU, time and memory beside go vet and staticcheck: make speed DIR=/path/to/module
speed:
	go run ./cmd/idemlint/internal/measure/speed -C $(DIR)

.PHONY: workflows all lint test cases upstream sqloracle bounds fuzz docs bench drivers editors corpus speed
