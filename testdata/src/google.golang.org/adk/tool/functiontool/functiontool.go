// Package functiontool is a stub.
package functiontool

type Config struct{ Name, Description string }

type Func[TArgs, TResults any] func(Context, TArgs) (TResults, error)

type Context interface{ AgentName() string }

type Tool interface{ Name() string }

func New[TArgs, TResults any](cfg Config, handler Func[TArgs, TResults]) (Tool, error) {
	return nil, nil
}
