// Package origin probes where values come from.
package origin

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
)

func probe(v any) {}

func unknown() string

func constants() {
	probe("a")          // want `^const a$`
	probe("a" + "b")    // want `^const ab$`
	probe(3)            // want `^const 3$`
	s := "x"            //
	probe(s)            // want `^const x$`
	probe(len("x") > 0) // want `^const true$`
	probe(string(""))   // want `^const $`
}

func parts(id string, n int) {
	probe(id)                                        // want `^param id$`
	probe("a:" + id)                                 // want `^const a: \+ param id$`
	probe(fmt.Sprintf("%s-%d", id, n))               // want `^const %s-%d \+ param id \+ param n$`
	probe(strings.Join([]string{"a", id, "b"}, "/")) // want `^const a \+ param id \+ const b \+ const /$`
	probe(strconv.Itoa(n))                           // want `^param n$`
	probe([]byte(id))                                // want `^param id$`
	probe(id[:4])                                    // want `^param id$`
	probe(strings.ToUpper(id))                       // want `^param id$`
	probe(id == "a")                                 // want `^nothing$`
	probe(unknown())                                 // want `^result of origin.unknown$`
	probe(global)                                    // want `^global global$`
	probe(fixed)                                     // want `^const v1$`
	probe(<-channel)                                 // want `^received a channel$`
}

var global = unknown()

var fixed = "v1"

var channel chan string

func sources(attempt, retries int, country string) {
	probe(uuid.NewString())                                // want `^random uuid.NewString$`
	probe(uuid.New().String())                             // want `^random uuid.New$`
	probe(uuid.Must(uuid.NewV7()).String())                // want `^random uuid.NewV7$`
	probe(uuid.NewSHA1(uuid.UUID{}, []byte("x")).String()) // want `^const x$`
	probe(time.Now())                                      // want `^clock time.Now$`
	probe(time.Now().Unix())                               // want `^clock time.Now$`
	probe(os.Getpid())                                     // want `^process os.Getpid$`
	host, _ := os.Hostname()
	probe(host)                     // want `^process os.Hostname$`
	probe(fmt.Sprintf("%p", &host)) // want `^const %p \+ process %p$`
	probe(attempt)                  // want `^attempt attempt~$`
	probe(retries)                  // want `^attempt retries~$`
	probe(country)                  // want `^param country$`
}

// A clock that is cut down is the same for the attempts within the window.
func periods() {
	probe(time.Now().Format("2006-01-02"))              // want `^period time.Now`
	probe(time.Now().UTC().Format("2006-01"))           // want `^period time.Now`
	probe(time.Now().Truncate(24 * time.Hour))          // want `^period time.Now`
	probe(time.Now().YearDay())                         // want `^period time.Now$`
	probe(time.Now().Unix() / 3600)                     // want `^period time.Now`
	probe(time.Now().Format(time.RFC3339))              // want `^clock time.Now`
	probe(time.Now().Format("2006-01-02T15:04"))        // want `^clock time.Now`
	probe(time.Now().Unix() % 60)                       // want `^clock time.Now`
	probe(time.Now().Add(time.Hour).Format("20060102")) // want `period time.Now`
}

// Alternatives are not parts of each other.
func alternatives(id string, ok bool) {
	key := id
	if ok {
		key = uuid.NewString()
	}
	probe(key) // want `^param id\? \+ random uuid.NewString\?$`
	var other string
	if ok {
		other = "a"
	} else {
		other = "b" + id
	}
	probe("x" + other) // want `^const x \+ const a\? \+ const b\? \+ param id\?$`
}

// A value made only where the supplied one is empty.
func defaults(id string) {
	if id == "" {
		id = uuid.NewString()
	}
	probe(id) // want `^param id\? \+ random uuid.NewString\? by default$`
}

func counters(ids []string) {
	for i := 0; i < 3; i++ {
		probe(i) // want `^counter i$`
	}
	for i, id := range ids {
		probe(i)  // want `^counter rangeindex \+ const 1`
		probe(id) // want `^param ids\[\]$`
	}
}

func maps(m map[string]string) {
	for k, v := range m {
		probe(k) // want `^param m\[\]$`
		probe(v) // want `^param m\[\]$`
	}
	probe(m["a"]) // want `^param m\[a\]$`
	all := ""
	for k := range m {
		all += k
	}
	probe(all) // want `order map iteration`
	var list []string
	for k := range m {
		list = append(list, k)
	}
	probe(strings.Join(list, ",")) // want `order map iteration`
	last := ""
	for k := range m {
		last = "k:" + k // not accumulated
	}
	probe(last) // want `^const \? \+ const k:\? \+ param m\[\]\?$`
	for k, v := range m {
		line := k
		line += v   // within one step
		probe(line) // want `^param m\[\]$`
	}
}
