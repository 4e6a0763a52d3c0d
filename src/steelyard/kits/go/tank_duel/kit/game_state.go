package kit

import "encoding/json"

// Direction: where to drive or aim. Neutral is nowhere.
type Direction string

// The directions.
const (
	Neutral Direction = ""
	Left    Direction = "Left"
	Right   Direction = "Right"
	Up      Direction = "Up"
	Down    Direction = "Down"
)

// MarshalJSON writes Neutral as null.
func (direction Direction) MarshalJSON() ([]byte, error) {
	if direction == Neutral {
		return []byte("null"), nil
	}
	return json.Marshal(string(direction))
}

// Tank of Tank Duel.
type Tank struct {
	TankId         int
	PlayerId       int
	PosX           int
	PosY           int
	Fire           bool // it fired a missile in the last round
	MoveDirection  Direction
	TowerDirection Direction
	InFlames       bool
	HitWall        bool
	HitMine        bool
	HitMissile     bool
	HitTank        bool
}

// Missile: two squares long; head and tail may lie off the board.
type Missile struct {
	MissileId int
	TankId    int // whose it is
	HeadPosX  int
	HeadPosY  int
	TailPosX  int
	TailPosY  int
	Direction Direction
	InFlames  bool
}

// GameState is the board and everything on it.
type GameState struct {
	Width       int
	Height      int
	Tanks       [2]Tank     // each at the place of its id
	Missiles    [2]*Missile // nil for a tank that has none in flight
	Board       string      // . free, x wall, o mine, at x + y * Width; without the tanks
	Counter     int         // rounds played so far
	Winner      string
	ElapsedTime int // milliseconds, as the next two: so far, until the joysticks are read next, and in a round
	NextMove    int
	GamePace    int
}
