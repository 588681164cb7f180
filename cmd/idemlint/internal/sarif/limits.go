package sarif

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"fmt"
	"io"
	"slices"

	"github.com/idemlint/idemlint/cmd/idemlint/internal/report"
)

// limit is what GitHub takes; a file above a hard limit is rejected whole. Read in November 2026 at
// https://docs.github.com/en/code-security/code-scanning/troubleshooting-sarif-uploads/results-exceed-limit and
// https://docs.github.com/en/code-security/code-scanning/troubleshooting-sarif-uploads/file-too-large.
type limit struct {
	results int // a run; of these the gravest 5,000 are shown
	steps   int // thread flow locations a result: 10,000 are accepted, 1,000 of them kept
	related int // locations a result: 1,000 are accepted, 100 of them kept
	bytes   int // compressed with gzip
}

func github() limit { return limit{results: 25_000, steps: 1000, related: 100, bytes: 10_000_000} }

// limited keeps the first n-1 of a trace and the last, where the harm is done.
func limited[T any](list []T, n int) []T {
	if len(list) <= n {
		return list
	}
	return append(slices.Clone(list[:n-1]), list[len(list)-1])
}

// fit encodes as many results as the limits allow, the gravest; what is left out is told in one line. The same report
// always loses the same results.
func fit(r *report.Report, items []report.Item, l limit) (data []byte, left string, err error) {
	all := len(items)
	kept := gravest(items, l.results)
	for {
		if data, err = encode(r, kept, l); err != nil {
			return nil, "", err
		}
		size, err := compressed(data)
		if err != nil {
			return nil, "", err
		}
		if size <= l.bytes || len(kept) == 0 {
			break
		}
		// A little less than the share that would fit if all results were of one size.
		n := len(kept) * l.bytes / size * 95 / 100
		kept = gravest(kept, min(n, len(kept)-1))
	}
	if n := all - len(kept); n > 0 {
		left = fmt.Sprintf("%d of %d findings are left out of the SARIF file, the least grave: GitHub takes %d results a run and %d MB compressed",
			n, all, l.results, l.bytes/1_000_000)
	}
	return data, left, nil
}

// gravest chooses n items: shown before suppressed ones, then by level, then by position. They stay in their order.
func gravest(items []report.Item, n int) []report.Item {
	if len(items) <= n {
		return items
	}
	order := make([]int, len(items))
	for i := range order {
		order[i] = i
	}
	rank := func(i int) int {
		if items[i].Suppressed != nil {
			return -1
		}
		return int(items[i].Level())
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(rank(b), rank(a)) })
	order = order[:max(n, 0)]
	slices.Sort(order)
	var out []report.Item
	for _, i := range order {
		out = append(out, items[i])
	}
	return out
}

func compressed(data []byte) (int, error) {
	var buf bytes.Buffer
	zw := gzip.NewWriter(&buf)
	if _, err := io.Copy(zw, bytes.NewReader(data)); err != nil {
		return 0, err
	}
	if err := zw.Close(); err != nil {
		return 0, err
	}
	return buf.Len(), nil
}
