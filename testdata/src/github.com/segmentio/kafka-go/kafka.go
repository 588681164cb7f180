// Package kafka is a stub.
package kafka

import "context"

type Message struct {
	Topic string
	Key   []byte
	Value []byte
}

type Reader struct{}

type ReaderConfig struct {
	GroupID string
	Topic   string
}

func NewReader(config ReaderConfig) *Reader { return nil }

func (r *Reader) FetchMessage(ctx context.Context) (Message, error) { return Message{}, nil }

func (r *Reader) ReadMessage(ctx context.Context) (Message, error) { return Message{}, nil }

func (r *Reader) CommitMessages(ctx context.Context, msgs ...Message) error { return nil }

type Writer struct{}

func (w *Writer) WriteMessages(ctx context.Context, msgs ...Message) error { return nil }
