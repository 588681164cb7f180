package report

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strconv"
	"strings"
)

// FingerprintVersion counts the ways in which fingerprints were made. Baselines name it; testdata/fingerprints.txt in the
// folder of the command holds that it is raised when the way changes.
const FingerprintVersion = 1

// fingerprint tells findings apart by rule, package, function and code, so that it stays the same when code moves inside
// a package, when files are renamed or formatted, when other lines change, and when a rule words its message otherwise.
// Where there is no Go code at the position, the message stands for it.
func fingerprint(it *Item) string {
	code := it.Expression
	if code == "" {
		code = "message " + placeless(it.Text())
	}
	sum := sha256.Sum256([]byte(strings.Join([]string{"idemlint/v" + strconv.Itoa(FingerprintVersion), it.Rule, it.Package, it.Function, code}, "\x00")))
	return hex.EncodeToString(sum[:16])
}

var place = regexp.MustCompile(`[^\s:]+\.\w+:\d+(:\d+)?`)

// placeless takes out of a message what changes when files do.
func placeless(message string) string { return place.ReplaceAllString(message, "…") }

// Unique is the fingerprint with a number where a function holds equal findings, for readers that take equal
// fingerprints for one finding.
func (it *Item) Unique() string {
	if it.Number > 1 {
		return it.Fingerprint + ":" + strconv.Itoa(it.Number)
	}
	return it.Fingerprint
}
