// Prints everything that the kit tells it.
import { GameMap } from "./game_map.mjs";
import { Direction } from "./kit/game_state.mjs";

const DIRECTIONS = [Direction.LEFT, Direction.RIGHT, Direction.UP, Direction.DOWN, Direction.NEUTRAL];

export class TankLogic {
  static playerName = "reporter";

  constructor(tankId, setJoystick) {
    console.log("new tank", tankId);
    this.tankId = tankId;
    this.setJoystick = setJoystick;
  }

  makeMove(state) {
    const map = new GameMap(this.tankId, state);
    reportMap(map);
    reportState(state);
    console.log("elapsed", map.elapsed >= 0 && map.elapsed < 60000 ? "ok" : map.elapsed);
    map.printMap();
    map.printState();
    const count = state.counter;
    if (count % 7 === 6) return;
    this.setJoystick(DIRECTIONS[count % 5], DIRECTIONS[(count + 2) % 5], count % 2 === 1);
    if (count % 3 === 2) this.setJoystick(DIRECTIONS[(count + 1) % 5], Direction.NEUTRAL, false);
  }
}

function reportMap(map) {
  const [width, height, own, enemy] = [map.sizeX, map.sizeY, map.ownPosition, map.enemyPosition];
  const rows = (holds) =>
    Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => Number(holds({ x, y }))).join(""));
  console.log(`size ${width} ${height}`);
  console.log(`own ${own.x} ${own.y}`);
  console.log(`enemy ${enemy.x} ${enemy.y}`);
  console.log("empty " + rows((at) => map.isEmpty(at)).join("/"));
  console.log("missile " + rows((at) => map.isMissileInPosition(at)).join("/"));
  const corners = [0, height - 1].flatMap((y) => [0, width - 1].map((x) => ({ x, y })));
  for (const at of [...corners, own, enemy]) {
    const steps = { left: map.moveLeft(at), right: map.moveRight(at), up: map.moveUp(at), down: map.moveDown(at) };
    const told = Object.entries(steps).map(([way, to]) => `${way} ${to.x} ${to.y}`);
    console.log(`from ${at.x} ${at.y} ${told.join(" ")}`);
  }
}

function reportState(state) {
  console.log(`state ${state.width} ${state.height} ${state.counter} ${state.board}`);
  console.log(`times ${state.elapsedTime} ${state.nextMove} ${state.gamePace}`);
  for (const tank of state.tanks) {
    const flags = { fire: tank.fire, flames: tank.inFlames, wall: tank.hitWall, mine: tank.hitMine, missile: tank.hitMissile, tank: tank.hitTank };
    const told = Object.entries(flags).map(([name, flag]) => `${name}=${Number(flag)}`);
    const tower = tank.towerDirection ?? "null";
    console.log(`tank ${tank.tankId} ${tank.posX} ${tank.posY} ${tank.moveDirection} ${tower} ${told.join(" ")}`);
  }
  state.missiles.forEach((missile, index) => {
    if (missile === null) return console.log(`missile ${index} null`);
    const squares = `head ${missile.headPosX} ${missile.headPosY} tail ${missile.tailPosX} ${missile.tailPosY}`;
    console.log(`missile ${index} ${missile.tankId} ${squares} ${missile.direction} flames=${Number(missile.inFlames)}`);
  });
}
