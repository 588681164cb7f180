// Package directive reports comments for idemlint that do not do what they say.
//
// A comment that silences a rule, or tells what a function does, is part of what is known about a fault. One that is misspelt, or has outlived the code it spoke of, hides the next fault or none, and nobody notices.
//
// # What it reports
//
// Error: a rule or a word that does not exist, and a directive that cannot be read or stands where it means nothing. Warning: a comment without a reason, which silences nothing, and a comment whose rule reports nothing there.
//
// # How to fix it
//
// Write //idemlint:ignore RULE REASON with a rule that exists and the reason for which the code is right. Remove a comment whose rule is silent without it. What directives take is in docs/config.md.
//
// # What it does not see
//
// Whether a comment is needed is known only of rules that ran, in files whose findings are shown. A //nolint without a linter's name speaks to all linters: it is reported only where it lacks a reason and idemlint found something. Comments about this rule itself are taken at their word.
package directive
