package kit

import "encoding/json"

// Tank of Tank War.
type Tank struct {
	Seat   int
	Name   string // LA: the one of type A on its player's own left
	Type   string // A hits diagonally, B next to it, C at a distance of two
	Column int
	Row    int // -1 once destroyed
	Alive  bool
}

// Shot: who hit whom.
type Shot struct {
	Seat int
	Tank string
	Hit  string // the name of an enemy tank
}

// State is a position: columns count from the left as drawn, rows from the top; seat 0 starts at the top and drives down.
type State struct {
	Round     int
	Tanks     []Tank
	Territory []string // six rows, each box its owner's seat
	Boxes     [2]int   // how many are seat 0's and seat 1's
	Surviving [2]int
	Fired     []Shot // in the last round
	Text      string `json:"state"` // the position in notation
}

// UnmarshalJSON reads a tank; a destroyed one has no row.
func (tank *Tank) UnmarshalJSON(text []byte) error {
	type plain Tank
	err := json.Unmarshal(text, (*plain)(tank))
	if !tank.Alive {
		tank.Row = -1
	}
	return err
}

// TankAt returns the living tank in a box; nil if there is none.
func (state *State) TankAt(column, row int) *Tank {
	for i := range state.Tanks {
		if tank := &state.Tanks[i]; tank.Alive && tank.Column == column && tank.Row == row {
			return tank
		}
	}
	return nil
}

// Owner returns the seat whose territory a box is.
func (state *State) Owner(column, row int) int {
	return int(state.Territory[row][column] - '0')
}

// Tank returns a seat's tank by its name; nil if there is none.
func (state *State) Tank(seat int, name string) *Tank {
	for i := range state.Tanks {
		if tank := &state.Tanks[i]; tank.Seat == seat && tank.Name == name {
			return tank
		}
	}
	return nil
}

// Ahead returns the row in front of a tank.
func (state *State) Ahead(tank *Tank) int {
	if tank.Seat == 0 {
		return tank.Row + 1
	}
	return tank.Row - 1
}
