// Package analyzers holds the list of all rules. Drivers, documents and tests read it and know no rule by name.
package analyzers

import (
	"github.com/idemlint/idemlint/analyzers/accumulate"
	"github.com/idemlint/idemlint/analyzers/ackorder"
	"github.com/idemlint/idemlint/analyzers/attemptkey"
	"github.com/idemlint/idemlint/analyzers/checkthenact"
	"github.com/idemlint/idemlint/analyzers/directive"
	"github.com/idemlint/idemlint/analyzers/droppedkey"
	"github.com/idemlint/idemlint/analyzers/dualwrite"
	"github.com/idemlint/idemlint/analyzers/ignoredclaim"
	"github.com/idemlint/idemlint/analyzers/missingunique"
	"github.com/idemlint/idemlint/analyzers/nofingerprint"
	"github.com/idemlint/idemlint/analyzers/noinprogress"
	"github.com/idemlint/idemlint/analyzers/nointent"
	"github.com/idemlint/idemlint/analyzers/noreplay"
	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/analyzers/sharedkeyspace"
	"github.com/idemlint/idemlint/analyzers/splitclaim"
	"github.com/idemlint/idemlint/analyzers/takeover"
	"github.com/idemlint/idemlint/analyzers/toolhint"
	"github.com/idemlint/idemlint/analyzers/unguardedconsumer"
	"github.com/idemlint/idemlint/analyzers/unkeyedcompensation"
	"github.com/idemlint/idemlint/analyzers/unkeyedretry"
	"github.com/idemlint/idemlint/analyzers/unkeyedtool"
	"github.com/idemlint/idemlint/analyzers/unknownasfailed"
	"github.com/idemlint/idemlint/analyzers/volatilekey"
)

// Rules lists every rule: those that find faults in code, and the one that watches the comments about them.
var Rules = append(faults[:len(faults):len(faults)], directive.Entry(faults))

// faults lists the rules about code, in the order of the documentation: by group, then as a reader would meet them.
var faults = []rule.Entry{
	{Info: volatilekey.Info, Analyzer: volatilekey.Analyzer},
	{Info: attemptkey.Info, Analyzer: attemptkey.Analyzer},
	{Info: sharedkeyspace.Info, Analyzer: sharedkeyspace.Analyzer},
	{Info: checkthenact.Info, Analyzer: checkthenact.Analyzer, Program: checkthenact.Program},
	{Info: ignoredclaim.Info, Analyzer: ignoredclaim.Analyzer},
	{Info: missingunique.Info, Analyzer: missingunique.Analyzer, Program: missingunique.Program},
	{Info: splitclaim.Info, Analyzer: splitclaim.Analyzer},
	{Info: noinprogress.Info, Analyzer: noinprogress.Analyzer},
	{Info: nofingerprint.Info, Analyzer: nofingerprint.Analyzer},
	{Info: noreplay.Info, Analyzer: noreplay.Analyzer},
	{Info: takeover.Info, Analyzer: takeover.Analyzer},
	{Info: unkeyedretry.Info, Analyzer: unkeyedretry.Analyzer},
	{Info: unknownasfailed.Info, Analyzer: unknownasfailed.Analyzer},
	{Info: accumulate.Info, Analyzer: accumulate.Analyzer},
	{Info: droppedkey.Info, Analyzer: droppedkey.Analyzer},
	{Info: nointent.Info, Analyzer: nointent.Analyzer},
	{Info: dualwrite.Info, Analyzer: dualwrite.Analyzer},
	{Info: unkeyedtool.Info, Analyzer: unkeyedtool.Analyzer},
	{Info: toolhint.Info, Analyzer: toolhint.Analyzer},
	{Info: unguardedconsumer.Info, Analyzer: unguardedconsumer.Analyzer},
	{Info: ackorder.Info, Analyzer: ackorder.Analyzer},
	{Info: unkeyedcompensation.Info, Analyzer: unkeyedcompensation.Analyzer},
}
