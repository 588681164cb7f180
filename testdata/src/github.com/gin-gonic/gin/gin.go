// Package gin is a stub.
package gin

type Context struct{}

type HandlerFunc func(*Context)

type RouterGroup struct{}

func (g *RouterGroup) POST(relativePath string, handlers ...HandlerFunc) {}
