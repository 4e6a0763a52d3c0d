// About how long a contest still takes. Estimates go up and down with every game; what is told follows them slowly.

const FOLLOW = 0.2; // the share of a new estimate in what is told

export class TimeLeft {
  constructor() {
    this.estimate = NaN;
    /** @type {number | null} */
    this.ends = null;
  }

  /** @param {number | null} seconds the newest estimate; null: none @param {number} now in seconds @returns {number | null} */
  tell(seconds, now) {
    if (seconds === null) this.ends = null;
    else if (this.ends === null) this.ends = now + seconds;
    else if (seconds !== this.estimate) this.ends += FOLLOW * (now + seconds - this.ends);
    this.estimate = seconds ?? NaN;
    return this.ends === null ? null : Math.max(0, this.ends - now);
  }
}
