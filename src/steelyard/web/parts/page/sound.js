// Synthesised sounds; off by default.

import { keep, setting } from "./settings.js";

/** @type {AudioContext | null} */
let context = null;

export function soundIsOn() {
  return setting("sound") === "on";
}

/** @param {boolean} on */
export function switchSound(on) {
  keep("sound", on ? "on" : "off");
  if (on) sound("move");
}

/** @param {string} kind a step of a turn, or `turn`, `over` */
export function sound(kind) {
  if (!soundIsOn()) return;
  context ??= new AudioContext();
  if (kind === "move" || kind === "jump") noise(0.09, 320, 0.18);
  else if (kind === "bump") noise(0.07, 160, 0.3);
  else if (kind === "shot" || kind === "appear") noise(0.07, 1800, 0.12);
  else if (kind === "hit") noise(0.3, 420, 0.35);
  else if (kind === "gone") noise(0.16, 600, 0.22);
  else if (kind === "turn") tone(520, 0, 0.08);
  else if (kind === "over") [392, 523].forEach((pitch, index) => tone(pitch, 0.14 * index, 0.22));
}

/** A puff of filtered noise. @param {number} seconds @param {number} pitch @param {number} loudness */
function noise(seconds, pitch, loudness) {
  if (!context) return;
  const samples = context.createBuffer(1, Math.ceil(context.sampleRate * seconds), context.sampleRate);
  const data = samples.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2;
  const source = new AudioBufferSourceNode(context, { buffer: samples });
  const filter = new BiquadFilterNode(context, { type: "lowpass", frequency: pitch });
  source
    .connect(filter)
    .connect(new GainNode(context, { gain: loudness }))
    .connect(context.destination);
  source.start();
}

/** @param {number} pitch @param {number} delay @param {number} seconds */
function tone(pitch, delay, seconds) {
  if (!context) return;
  const start = context.currentTime + delay;
  const source = new OscillatorNode(context, { frequency: pitch, type: "triangle" });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.linearRampToValueAtTime(0.12, start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.001, start + seconds);
  source.connect(gain).connect(context.destination);
  source.start(start);
  source.stop(start + seconds);
}
