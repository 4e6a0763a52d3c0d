// Package kit connects the bot to the referee: one JSON object a line, both ways. There is nothing to edit in here.
package kit

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
)

const longestLine = 1 << 24

// A Referee takes standard input and output for itself and leaves the bot an empty input and its log.
type Referee struct {
	from   *bufio.Scanner
	to     *os.File
	saying sync.Mutex
}

func openReferee() *Referee {
	in, err := syscall.Dup(0)
	check(err)
	out, err := syscall.Dup(1)
	check(err)
	nothing, err := os.Open(os.DevNull)
	check(err)
	check(syscall.Dup3(int(nothing.Fd()), 0, 0))
	check(syscall.Dup3(2, 1, 0))
	lines := bufio.NewScanner(os.NewFile(uintptr(in), "referee"))
	lines.Buffer(make([]byte, 1<<16), longestLine)
	return &Referee{from: lines, to: os.NewFile(uintptr(out), "referee")}
}

func check(err error) {
	if err != nil {
		fail(err.Error())
	}
}

func fail(why string) {
	fmt.Fprintln(os.Stderr, why)
	os.Exit(1)
}

// A message of the referee; members that a type of message has not are left at zero.
type message struct {
	Type      string
	Game      string
	Seat      int
	Options   map[string]json.RawMessage
	Players   []string
	Clock     string
	Seed      int64
	Turn      number
	State     json.RawMessage
	Legal     []string
	ClocksMs  [2]*float64 `json:"clocks_ms"`
	LatencyMs float64     `json:"latency_ms"`
}

// A whole number, however it is written: 2, 2.0 or 20e-1.
type number int

func (n *number) UnmarshalJSON(text []byte) error {
	value, err := strconv.ParseFloat(string(text), 64)
	*n = number(value)
	return err
}

// Hears the next message; false after `bye` or at the end.
func (r *Referee) hear(into *message) bool {
	for r.from.Scan() {
		line := bytes.TrimSpace(r.from.Bytes())
		if len(line) == 0 {
			continue
		}
		*into = message{}
		if err := json.Unmarshal(line, into); err != nil || line[0] != '{' {
			fail(fmt.Sprintf("the referee should say one JSON object a line, not %.80q", line))
		}
		return into.Type != "bye"
	}
	return false
}

// Says one line; may be called by any goroutine.
func (r *Referee) say(message any) {
	var line bytes.Buffer
	encoder := json.NewEncoder(&line) // it ends the line
	encoder.SetEscapeHTML(false)
	check(encoder.Encode(message))
	r.saying.Lock()
	defer r.saying.Unlock()
	_, err := r.to.Write(line.Bytes())
	check(err)
}

type ready struct {
	Type string `json:"type"`
	Name text   `json:"name"`
}

// A text, written with the short escapes of JSON where there are some.
type text string

func (t text) MarshalJSON() ([]byte, error) {
	quoted := []byte{'"'}
	for _, sign := range []byte(t) {
		switch {
		case sign == '"' || sign == '\\':
			quoted = append(quoted, '\\', sign)
		case sign >= ' ':
			quoted = append(quoted, sign)
		case strings.IndexByte("\b\f\n\r\t", sign) >= 0:
			quoted = append(quoted, '\\', "bfnrt"[strings.IndexByte("\b\f\n\r\t", sign)])
		default:
			quoted = append(quoted, fmt.Sprintf("\\u%04x", sign)...)
		}
	}
	return append(quoted, '"'), nil
}

// A text as it is; a number, true and false as they are written.
func plain(value json.RawMessage) string {
	var quoted string
	if json.Unmarshal(value, &quoted) == nil {
		return quoted
	}
	return string(value)
}
