package gopls

import "encoding/json"

// The parts of the Language Server Protocol 3.17 that the tests use, with the names of its specification.

type position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

type span struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

type location struct {
	URI   string `json:"uri"`
	Range span   `json:"range"`
}

const (
	severityError   = 1
	severityWarning = 2
)

type diagnostic struct {
	Range              span             `json:"range"`
	Severity           int              `json:"severity,omitempty"`
	Code               any              `json:"code,omitempty"`
	CodeDescription    *codeDescription `json:"codeDescription,omitempty"`
	Source             string           `json:"source,omitempty"`
	Message            string           `json:"message"`
	RelatedInformation []related        `json:"relatedInformation,omitempty"`
	Data               json.RawMessage  `json:"data,omitempty"`
}

type codeDescription struct {
	Href string `json:"href"`
}

type related struct {
	Location location `json:"location"`
	Message  string   `json:"message"`
}

type publishDiagnostics struct {
	URI         string       `json:"uri"`
	Version     int          `json:"version"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

type codeAction struct {
	Title       string          `json:"title"`
	Kind        string          `json:"kind,omitempty"`
	Diagnostics []diagnostic    `json:"diagnostics,omitempty"`
	Edit        *workspaceEdit  `json:"edit,omitempty"`
	Command     json.RawMessage `json:"command,omitempty"`
	Data        json.RawMessage `json:"data,omitempty"`
}

type workspaceEdit struct {
	DocumentChanges []struct {
		TextDocument struct {
			URI string `json:"uri"`
		} `json:"textDocument"`
		Edits []textEdit `json:"edits"`
	} `json:"documentChanges"`
}

type textEdit struct {
	Range   span   `json:"range"`
	NewText string `json:"newText"`
}
