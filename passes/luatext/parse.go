package luatext

import (
	"strconv"
	"strings"
)

// node is an expression or a statement.
type node struct {
	op   string // of expressions: name, num, str, nil, true, false, call, index, table, not, neg, len, or a binary operator
	text string
	num  float64
	kids []*node
	// Of statements: local, set, if (kids are conditions, blocks their bodies, the last without condition being else), return, do.
	blocks [][]*node
}

const (
	maxNodes = 4000
	maxDepth = 60
)

type parser struct {
	toks  []string
	at    int
	nodes int
	depth int
	bad   bool
}

func parse(text string) (body []*node, ok bool) {
	p := &parser{toks: tokenize(text)}
	body = p.block()
	return body, !p.bad && p.at == len(p.toks)
}

// tokenize cuts a script into words, numbers, texts (with a leading quote) and signs. Comments are dropped.
func tokenize(s string) []string {
	var out []string
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c <= ' ':
			i++
		case strings.HasPrefix(s[i:], "--"):
			end := "\n"
			if strings.HasPrefix(s[i:], "--[[") {
				end = "]]"
			}
			n := strings.Index(s[i:], end)
			if n < 0 {
				return out
			}
			i += n + len(end)
		case c == '\'' || c == '"':
			j := i + 1
			for j < len(s) && s[j] != c {
				if s[j] == '\\' {
					j++
				}
				j++
			}
			out = append(out, "'"+s[i+1:min(j, len(s))])
			i = j + 1
		case strings.HasPrefix(s[i:], "[["):
			n := strings.Index(s[i:], "]]")
			if n < 0 {
				return append(out, "?")
			}
			out = append(out, "'"+s[i+2:i+n])
			i += n + 2
		case word(c):
			j := i
			for j < len(s) && (word(s[j]) || s[j] == '.' && c >= '0' && c <= '9') {
				j++
			}
			out = append(out, s[i:j])
			i = j
		default:
			n := 1
			for _, two := range []string{"==", "~=", "<=", ">=", ".."} {
				if strings.HasPrefix(s[i:], two) {
					n = 2
				}
			}
			out = append(out, s[i:i+n])
			i += n
		}
	}
	return out
}

func word(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func (p *parser) peek() string {
	if p.at < len(p.toks) {
		return p.toks[p.at]
	}
	return ""
}

func (p *parser) take(t string) bool {
	if p.peek() == t && p.at < len(p.toks) {
		p.at++
		return true
	}
	return false
}

func (p *parser) want(t string) {
	if !p.take(t) {
		p.bad = true
	}
}

func (p *parser) node(op, text string, kids ...*node) *node {
	if p.nodes++; p.nodes > maxNodes {
		p.bad = true
	}
	return &node{op: op, text: text, kids: kids}
}

func (p *parser) block() []*node {
	if p.depth++; p.depth > maxDepth {
		p.bad = true
	}
	defer func() { p.depth-- }()
	var out []*node
	for !p.bad {
		switch t := p.peek(); t {
		case "", "end", "else", "elseif":
			return out
		case ";":
			p.at++
		case "local":
			p.at++
			out = append(out, p.local())
		case "if":
			p.at++
			out = append(out, p.branch())
		case "return":
			p.at++
			n := p.node("return", "")
			if t := p.peek(); t != "" && t != "end" && t != "else" && t != "elseif" && t != ";" {
				n.kids = append(n.kids, p.expr(0))
			}
			out = append(out, n)
		case "do":
			p.at++
			n := p.node("if", "")
			n.kids = []*node{p.node("true", "")}
			n.blocks = [][]*node{p.block()}
			p.want("end")
			out = append(out, n)
		case "for", "while", "repeat", "function", "goto", "break":
			p.bad = true
		default:
			e := p.expr(9)
			if p.take("=") {
				out = append(out, p.node("set", e.text, p.expr(0)))
			} else {
				out = append(out, p.node("do", "", e))
			}
		}
	}
	return out
}

func (p *parser) local() *node {
	n := p.node("set", p.peek())
	if p.take("function") {
		p.bad = true
	}
	p.at++
	for p.take(",") { // what comes second is not followed
		p.at++
	}
	if p.take("=") {
		n.kids = append(n.kids, p.expr(0))
		for p.take(",") {
			p.expr(0)
		}
	} else {
		n.kids = append(n.kids, p.node("nil", ""))
	}
	return n
}

func (p *parser) branch() *node {
	n := p.node("if", "")
	for !p.bad {
		n.kids = append(n.kids, p.expr(0))
		p.want("then")
		n.blocks = append(n.blocks, p.block())
		if p.take("elseif") {
			continue
		}
		if p.take("else") {
			n.blocks = append(n.blocks, p.block())
		}
		p.want("end")
		return n
	}
	return n
}

// binds is how strongly an operator binds.
func binds(op string) int {
	switch op {
	case "or":
		return 1
	case "and":
		return 2
	case "==", "~=", "<", ">", "<=", ">=":
		return 3
	case "..":
		return 4
	case "+", "-":
		return 5
	case "*", "/", "%":
		return 6
	}
	return 0
}

func (p *parser) expr(least int) *node {
	if p.depth++; p.depth > maxDepth {
		p.bad = true
	}
	defer func() { p.depth-- }()
	if p.bad {
		return p.node("nil", "")
	}
	var left *node
	switch t := p.peek(); t {
	case "not", "-", "#":
		p.at++
		left = p.node("unary "+t, "", p.expr(7))
	default:
		left = p.primary()
	}
	for !p.bad {
		op := p.peek()
		b := binds(op)
		if b == 0 || b <= least {
			return left
		}
		p.at++
		left = p.node(op, "", left, p.expr(b))
	}
	return left
}

func (p *parser) primary() *node {
	t := p.peek()
	p.at++
	var n *node
	switch {
	case t == "":
		p.bad = true
		return p.node("nil", "")
	case t == "(":
		n = p.expr(0)
		p.want(")")
	case t == "{":
		n = p.node("table", "")
		for !p.bad && !p.take("}") {
			if p.at+1 < len(p.toks) && p.toks[p.at+1] == "=" {
				p.at += 2
				n.text = "named"
			}
			n.kids = append(n.kids, p.expr(0))
			if !p.take(",") && !p.take(";") && p.peek() != "}" {
				p.bad = true
			}
		}
	case t == "nil" || t == "true" || t == "false":
		n = p.node(t, "")
	case t[0] == '\'':
		n = p.node("str", t[1:])
	case t[0] >= '0' && t[0] <= '9':
		n = p.node("num", t)
		n.num, _ = strconv.ParseFloat(t, 64)
	case word(t[0]):
		n = p.node("name", t)
	default:
		p.bad = true
		return p.node("nil", "")
	}
	for !p.bad {
		switch {
		case p.take("."):
			n = p.node("name", n.text+"."+p.peek())
			p.at++
		case p.take("["):
			n = p.node("index", n.text, n, p.expr(0))
			p.want("]")
		case p.take("("):
			call := p.node("call", n.text)
			for !p.bad && !p.take(")") {
				call.kids = append(call.kids, p.expr(0))
				if !p.take(",") && p.peek() != ")" {
					p.bad = true
				}
			}
			n = call
		default:
			return n
		}
	}
	return n
}
