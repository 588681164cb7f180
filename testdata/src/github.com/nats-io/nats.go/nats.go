// Package nats is a stub.
package nats

type PubOpt interface{}

type PubAck struct{}

type JetStream interface {
	Publish(subj string, data []byte, opts ...PubOpt) (*PubAck, error)
}

type Conn struct{}

func (nc *Conn) Publish(subj string, data []byte) error { return nil }

func MsgId(id string) PubOpt { return nil }

type Msg struct{ Data []byte }

type MsgMetadata struct{ NumDelivered uint64 }

func (m *Msg) Metadata() (*MsgMetadata, error) { return nil, nil }
