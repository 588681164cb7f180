// Package nearest turns "there is no such word" into a message that helps: it names the words there are and the one that was
// probably meant.
package nearest

import (
	"slices"
	"strings"
)

// To returns the word of valid that is nearest to word, "" if none is near: one that begins so ("warn"), or that word begins
// with ("payments"), or of whose letters at most a third differ.
func To(word string, valid []string) string {
	word = strings.ToLower(word)
	best, bestAt := "", len(word)/3+2
	for _, v := range valid {
		low := strings.ToLower(v)
		at := distance(word, low) + 1
		if len(low) >= 3 && strings.HasPrefix(word, low) || len(word) >= 2 && strings.HasPrefix(low, word) {
			at = 1
		}
		if at < bestAt || at == bestAt && best == "" && at <= len(word)/2 {
			best, bestAt = v, at
		}
	}
	return best
}

// Want says which words there are: "want a, b or c", and where one is near, "; did you mean b?".
func Want(word string, valid []string) string {
	text := "want " + List(valid)
	if near := To(word, valid); near != "" && len(valid) > 1 {
		text += "; did you mean " + near + "?"
	}
	return text
}

// List joins words as in a sentence.
func List(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// maxWord bounds what is compared: nobody means a word of ours with a hundred letters.
const maxWord = 100

// distance counts the letters to insert, remove, replace or swap with their neighbour (optimal string alignment).
func distance(a, b string) int {
	if len(a) > maxWord || len(b) > maxWord {
		return maxWord
	}
	before, row := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		next := make([]int, len(b)+1)
		next[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			next[j] = slices.Min([]int{row[j] + 1, next[j-1] + 1, row[j-1] + cost})
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				next[j] = min(next[j], before[j-2]+1)
			}
		}
		before, row = row, next
	}
	return row[len(b)]
}
