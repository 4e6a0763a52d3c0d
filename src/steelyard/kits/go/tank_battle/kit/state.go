package kit

import (
	"strconv"
	"strings"
)

// Files of the board, from the left.
const Files = "abcdefghijk"

const size = 11

var own = [2]string{"wW", "bB"}

// State is a position: squares are named as on a chess board, a1 to k11; White, seat 0, has its base around k1.
type State struct {
	Board    []string  // rank 11 first, each from file a: w W White's tanks and commander, b B Black's, . none
	ToMove   *int      `json:"to_move"` // nil once the game is over
	Score    [2]int    // points of White and Black
	Captured [2]string // what White and Black have lost
	Quiet    int       // turns since a tank was captured or came into a base
	Text     string    `json:"state"` // the position in notation
}

// FromSquare returns g1 of g1-d4; nothing of a pass.
func FromSquare(move string) string {
	return move[:strings.Index(move, "-")]
}

// ToSquare returns d4 of g1-d4; nothing of a pass.
func ToSquare(move string) string {
	return move[strings.LastIndex(move, "-")+1:]
}

// At returns w, W, b, B or '.'.
func (state *State) At(square string) byte {
	rank, _ := strconv.Atoi(square[1:])
	return state.Board[size-rank][strings.IndexByte(Files, square[0])]
}

// IsMine tells whether a tank of that seat stands there.
func (state *State) IsMine(square string, seat int) bool {
	return strings.IndexByte(own[seat], state.At(square)) >= 0
}

// Captures tells whether a legal move takes a tank.
func (state *State) Captures(move string) bool {
	return ToSquare(move) != "" && state.At(ToSquare(move)) != '.'
}

// Tanks returns the squares of that seat's tanks, rank 11 first.
func (state *State) Tanks(seat int) []string {
	var squares []string
	for row := 0; row < size; row++ {
		for _, file := range Files {
			if square := string(file) + strconv.Itoa(size-row); state.IsMine(square, seat) {
				squares = append(squares, square)
			}
		}
	}
	return squares
}
