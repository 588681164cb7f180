// Package ackorder reports messages that are acknowledged although their work is not done.
//
// A broker keeps a message until somebody says that it is handled. Said too early, or in spite of an error, the one copy is gone: the
// payment is never booked, the mail never sent, and nothing tells anybody so.
//
// # What it reports
//
// An acknowledgement, a commit of an offset or the deletion of a message that comes before the work, or while a goroutine or the reader
// of a channel has still to do it. Consumers for which delivery is acknowledgement: RabbitMQ with autoAck, kafka-go's ReadMessage in a
// group, confluent's default. A failure that is logged or dropped, after which the message is acknowledged or the handler returns no
// error; where offsets are committed, also one after which the loop goes on, since the next commit covers the message. A claim by the
// id of a message that outlives the failure of the work, so that the retry is taken for a duplicate.
//
// # What it leaves alone
//
// Messages that cannot be read, are of no interest, or have been seen before. A message that is put aside on the way: dead-lettered,
// published again, rejected, written to a table, its state set. Work beside the main work, such as a notification of what has been
// stored. Claims that are given back, hold a state, or are undone with the work.
//
// # How to fix it
//
// Do the work first and acknowledge when it is done. After an error return it, reject the message, or put it aside where somebody finds
// it, and only then acknowledge.
//
// # What it does not see
//
// Work behind an interface whose implementation is not in view; pools of workers; what a broker's own settings say.
package ackorder
