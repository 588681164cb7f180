// Package gin is a stub.
package gin

type Context struct{}

func (c *Context) GetHeader(key string) string { return "" }

func (c *Context) JSON(code int, obj any) {}

func (c *Context) Data(code int, contentType string, data []byte) {}

func (c *Context) String(code int, format string, values ...any) {}

func (c *Context) Status(code int) {}

func (c *Context) AbortWithStatusJSON(code int, obj any) {}

func (c *Context) Abort() {}

func (c *Context) Next() {}

type HandlerFunc func(*Context)

type RouterGroup struct{}

func (g *RouterGroup) POST(relativePath string, handlers ...HandlerFunc) {}
