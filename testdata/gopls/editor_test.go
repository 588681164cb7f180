package gopls

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sourcegraph/jsonrpc2"
)

// patience bounds every wait. The first analysis loads stripe-go and the standard library beneath it.
const patience = 3 * time.Minute

// editor is a language client with one session.
type editor struct {
	t        *testing.T
	ctx      context.Context
	dir      string
	settings map[string]any
	conn     *jsonrpc2.Conn

	mu        sync.Mutex
	changed   *sync.Cond
	published map[string]publishDiagnostics // by file
	text      map[string]string             // of the open files
	version   map[string]int
}

// open starts gopls in a folder as an editor does: the process, the handshake, the settings when it asks for them.
func open(t *testing.T, gopls, dir string, settings map[string]any) *editor {
	t.Helper()
	e := &editor{t: t, dir: dir, settings: settings, published: map[string]publishDiagnostics{}, text: map[string]string{}, version: map[string]int{}}
	e.changed = sync.NewCond(&e.mu)
	cmd := exec.Command(gopls)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOPLSCACHE="+cache(t))
	var stderr strings.Builder
	cmd.Stderr = &stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var cancel context.CancelFunc
	e.ctx, cancel = context.WithTimeout(context.Background(), 2*patience)
	stream := jsonrpc2.NewBufferedStream(pipe{stdout, stdin}, jsonrpc2.VSCodeObjectCodec{})
	// One message after the other: what was published before an answer has arrived before it.
	e.conn = jsonrpc2.NewConn(e.ctx, stream, jsonrpc2.HandlerWithError(e.handle))
	t.Cleanup(func() {
		defer cancel()
		if err := e.conn.Call(e.ctx, "shutdown", nil, nil); err != nil {
			t.Errorf("shutdown: %v\n%s", err, stderr.String())
		}
		_ = e.conn.Notify(e.ctx, "exit", nil)
		if err := cmd.Wait(); err != nil {
			t.Errorf("gopls ended with %v\n%s", err, stderr.String())
		}
		e.conn.Close()
	})
	e.call("initialize", map[string]any{
		"processId":        os.Getpid(),
		"rootUri":          e.uri(""),
		"workspaceFolders": []map[string]any{{"uri": e.uri(""), "name": "shop"}},
		"capabilities": map[string]any{
			"workspace": map[string]any{"configuration": true, "workspaceEdit": map[string]any{"documentChanges": true}},
			"textDocument": map[string]any{
				"publishDiagnostics": map[string]any{"relatedInformation": true, "codeDescriptionSupport": true, "versionSupport": true, "dataSupport": true},
				"codeAction": map[string]any{
					"dataSupport":              true,
					"resolveSupport":           map[string]any{"properties": []string{"edit"}},
					"codeActionLiteralSupport": map[string]any{"codeActionKind": map[string]any{"valueSet": []string{"quickfix"}}},
				},
			},
		},
	}, nil)
	e.notify("initialized", struct{}{})
	return e
}

// cache is gopls' persistent cache, one for the whole run: sessions that follow one another share it, as those of a user do.
func cache(t *testing.T) string {
	dir := filepath.Join(bin, "cache")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	return dir
}

type pipe struct {
	io.ReadCloser
	io.WriteCloser
}

func (p pipe) Close() error {
	return p.WriteCloser.Close()
}

func (e *editor) handle(_ context.Context, _ *jsonrpc2.Conn, req *jsonrpc2.Request) (any, error) {
	switch req.Method {
	case "workspace/configuration":
		var p struct{ Items []struct{ Section string } }
		if err := json.Unmarshal(*req.Params, &p); err != nil {
			return nil, err
		}
		answers := make([]any, len(p.Items))
		for i := range answers {
			answers[i] = e.settings
		}
		return answers, nil
	case "textDocument/publishDiagnostics":
		var p publishDiagnostics
		if err := json.Unmarshal(*req.Params, &p); err != nil {
			return nil, err
		}
		e.mu.Lock()
		e.published[e.file(p.URI)] = p
		e.changed.Broadcast()
		e.mu.Unlock()
	}
	return nil, nil
}

func (e *editor) uri(file string) string {
	return "file://" + filepath.ToSlash(filepath.Join(e.dir, file))
}
func (e *editor) file(uri string) string { return strings.TrimPrefix(uri, e.uri("")+"/") }

func (e *editor) call(method string, params, result any) {
	e.t.Helper()
	if err := e.conn.Call(e.ctx, method, params, result); err != nil {
		e.t.Fatalf("%s: %v", method, err)
	}
}

func (e *editor) notify(method string, params any) {
	e.t.Helper()
	if err := e.conn.Notify(e.ctx, method, params); err != nil {
		e.t.Fatalf("%s: %v", method, err)
	}
}

// show opens a file.
func (e *editor) show(file string) {
	e.t.Helper()
	text := read(e.t, filepath.Join(e.dir, file))
	e.mu.Lock()
	e.text[file], e.version[file] = text, 1
	e.mu.Unlock()
	e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": e.uri(file), "languageId": "go", "version": 1, "text": text}})
}

// edit changes the text of an open file, unsaved.
func (e *editor) edit(file, text string) {
	e.t.Helper()
	e.mu.Lock()
	e.version[file]++
	e.text[file] = text
	version := e.version[file]
	e.mu.Unlock()
	e.notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": e.uri(file), "version": version},
		"contentChanges": []map[string]any{{"text": text}},
	})
}

// await waits until what is published for the present text of a file satisfies ok.
func (e *editor) await(file, what string, ok func([]diagnostic) bool) []diagnostic {
	e.t.Helper()
	late := false
	timer := time.AfterFunc(patience, func() {
		e.mu.Lock()
		late = true
		e.changed.Broadcast()
		e.mu.Unlock()
	})
	defer timer.Stop()
	e.mu.Lock()
	defer e.mu.Unlock()
	for {
		p, published := e.published[file]
		if published && p.Version == e.version[file] && ok(p.Diagnostics) {
			return p.Diagnostics
		}
		if late {
			e.t.Fatalf("%s: no %s; last published, for version %d of %d: %+v", file, what, p.Version, e.version[file], p.Diagnostics)
		}
		e.changed.Wait()
	}
}

// finding waits for the finding of a rule.
func (e *editor) finding(file, rule string) diagnostic {
	e.t.Helper()
	is := func(d diagnostic) bool { return d.Source == rule }
	all := e.await(file, rule, func(ds []diagnostic) bool { return slices.ContainsFunc(ds, is) })
	return all[slices.IndexFunc(all, is)]
}

// now asks for the diagnostics of a file and gives all of them: the only way to know that one will not come.
func (e *editor) now(file string) []diagnostic {
	e.t.Helper()
	e.call("workspace/executeCommand", map[string]any{
		"command":   "gopls.diagnose_files",
		"arguments": []map[string]any{{"Files": []string{e.uri(file)}}},
	}, nil)
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.published[file].Diagnostics
}

// sources lists who reports what is there now.
func sources(ds []diagnostic) []string {
	var out []string
	for _, d := range ds {
		out = append(out, d.Source)
	}
	slices.Sort(out)
	return out
}
