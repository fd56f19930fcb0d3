// Wood on wood, paper, a low bell: made here, from noise and sines. Nothing is made before somebody has touched the page.

import { calls } from "./calls.svelte";

export type Sound = "wood" | "paper" | "bell" | "stone" | "wave" | "chime" | "drum" | "finale";

let touched = false;
for (const gesture of ["pointerdown", "keydown"]) {
  addEventListener(gesture, () => (touched = true), { capture: true, once: true });
}

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

export function sound(kind: Sound): void {
  if (!calls.sounds || calls.volume <= 0 || !touched || !("AudioContext" in globalThis)) return;
  context ??= new AudioContext();
  void context.resume(); // a page that lay in the background may have been put to sleep
  const out = new GainNode(context, { gain: calls.volume });
  out.connect(context.destination);
  MAKING[kind](context, out, context.currentTime);
}

const MAKING: Record<Sound, (context: AudioContext, out: AudioNode, at: number) => void> = {
  /** A knock: a dull tone under a very short click. */
  wood(context, out, at) {
    tone(context, out, at, 190, 0.5, 0.09, 120);
    rustle(context, out, at, { type: "bandpass", frequency: 1100, Q: 2 }, 0.35, 0.002, 0.045);
  },
  paper(context, out, at) {
    rustle(context, out, at, { type: "highpass", frequency: 2600 }, 0.16, 0.05, 0.13);
    rustle(context, out, at + 0.09, { type: "highpass", frequency: 3600 }, 0.09, 0.02, 0.08);
  },
  /** A tower is set down: two heavy knocks, with grit. */
  stone(context, out, at) {
    tone(context, out, at, 110, 0.6, 0.16, 70);
    rustle(context, out, at, { type: "lowpass", frequency: 700 }, 0.4, 0.004, 0.12);
    tone(context, out, at + 0.13, 85, 0.5, 0.2, 60);
  },
  /** Islands join: a wave that comes and draws back. */
  wave(context, out, at) {
    rustle(context, out, at, { type: "lowpass", frequency: 900, Q: 0.7 }, 0.3, 0.22, 0.26);
    rustle(context, out, at + 0.3, { type: "lowpass", frequency: 1400, Q: 0.5 }, 0.18, 0.14, 0.34);
  },
  /** A report is held: three bells, one after the other. */
  chime(context, out, at) {
    [392, 494, 587].forEach((frequency, step) => {
      tone(context, out, at + step * 0.16, frequency, 0.24, 1.2);
      tone(context, out, at + step * 0.16, frequency * 2.76, 0.06, 0.6);
    });
  },
  /** The last round: a drum, twice. */
  drum(context, out, at) {
    for (const later of [0, 0.28]) {
      tone(context, out, at + later, 98, 0.7, 0.4, 55);
      rustle(context, out, at + later, { type: "lowpass", frequency: 300 }, 0.3, 0.003, 0.1);
    }
  },
  /** The end: a chord that builds up. */
  finale(context, out, at) {
    [262, 330, 392, 523].forEach((frequency, step) => {
      tone(context, out, at + step * 0.14, frequency, 0.22, 2.2 - step * 0.2);
      tone(context, out, at + step * 0.14, frequency * 2, 0.06, 1.4);
    });
  },
  /** Low, with the partials of a real one, which are not in tune. */
  bell(context, out, at) {
    for (const [partial, loudness, seconds] of [[1, 0.4, 2.2], [2.0, 0.16, 1.5], [2.76, 0.1, 1.0], [5.4, 0.03, 0.4]] as const) {
      tone(context, out, at, 196 * partial, loudness, seconds);
    }
  },
};

function tone(context: AudioContext, out: AudioNode, at: number, frequency: number, loudness: number, seconds: number, falling = frequency): void {
  const oscillator = new OscillatorNode(context, { frequency });
  oscillator.frequency.exponentialRampToValueAtTime(falling, at + seconds);
  oscillator.connect(fading(context, out, at, loudness, 0.004, seconds));
  oscillator.start(at);
  oscillator.stop(at + seconds);
}

function rustle(context: AudioContext, out: AudioNode, at: number, filter: BiquadFilterOptions, loudness: number, rise: number, seconds: number): void {
  const source = new AudioBufferSourceNode(context, { buffer: noiseOf(context) });
  source.connect(new BiquadFilterNode(context, filter)).connect(fading(context, out, at, loudness, rise, seconds));
  source.start(at);
  source.stop(at + rise + seconds);
}

function fading(context: AudioContext, out: AudioNode, at: number, loudness: number, rise: number, seconds: number): AudioNode {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loudness, at + rise);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + rise + seconds);
  gain.connect(out);
  return gain;
}

/** Half a second of white noise, made once. */
function noiseOf(context: AudioContext): AudioBuffer {
  if (noise) return noise;
  noise = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  return noise;
}
