// Package checkthenact reports "seen before?" asked in one statement and the effect or the record made in another.
//
// Two runs for the same key (a double click, a redelivered message, a second replica) both ask before either has written, both
// hear "not there", and both act: the card is charged twice, the mail goes out twice, the row exists twice. The look-up is no
// protection; only a step that writes and asks at once is.
//
// # What it reports
//
// Error: an effect outside the process (a payment, a message) lies on the side where nothing was found, and nothing claims the
// key before it; an insert's conflict is ignored or only logged and the code goes on to the effect; a key that is meant to
// recognise repetitions has no unique index although the table's definition is in view. Warning: the same key, where the
// definition is not in view. The sign of the branch is computed, through helpers and packages, never read from a name.
//
// The idemlint command, where it sees the whole module, asks the migrations as well. A table with a unique index over the key takes the
// warning back: the second run gets an error. One without an index, of which all was read, makes it an error, and adds a warning for
// other tables where the row that is there already is passed over or used (get or create): both runs insert. Where such a row is refused
// ("already exists"), or the code seeds or imports, it is advice.
//
// # What it leaves alone
//
// The look-up as a fast path before a real claim (insert with its conflict told apart, ON CONFLICT DO NOTHING with the count read,
// SETNX, a conditional put, LoadOrStore); an insert whose unique violation is handled or answered by reading the row again; an effect
// under a stable key; look-up and insert in one serializable transaction, under FOR UPDATE, an advisory or a distributed lock;
// process memory under a mutex; caches; looking up a parent before inserting a child; an insert whose error is returned where no effect
// came before it and nothing says that the table recognises repetitions.
//
// # How to fix it
//
// Claim first, in one step: INSERT ... ON CONFLICT DO NOTHING and go on only if a row was written, SETNX, a put under
// attribute_not_exists, LoadOrStore. Then make the effect, under the same key where the provider takes one.
//
// # What it does not see
//
// In other drivers, schema files: where only a migration shows whether the key is unique, and nothing else speaks, it is silent there.
// A branch on a column of a row that was found (state = 'paid') is no question whether it is there.
package checkthenact
