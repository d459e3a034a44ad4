// Short soft sounds, made on the spot with WebAudio: tones for what concerns people, noise for what cards and dice do.
import { lacks } from './lacks.svelte';
import { settings } from './settings.svelte';

export type Sound = 'card' | 'draw' | 'turn' | 'uno' | 'caught' | 'flip' | 'dice' | 'win' | 'lose' | 'no' | 'tick' | 'thud';

interface Tone {
  at: number; // s
  hertz: number;
  to?: number; // slides to this pitch
  long: number; // s
  loud: number;
  wave?: OscillatorType;
}

interface Noise {
  at: number;
  hertz: number; // the middle of what is let through
  to?: number;
  sharp: number; // how narrow
  long: number;
  loud: number;
}

const tone = (at: number, hertz: number, long: number, loud: number, more: Partial<Tone> = {}): Tone => ({
  at,
  hertz,
  long,
  loud,
  ...more,
});
const noise = (at: number, hertz: number, long: number, loud: number, sharp = 1, to?: number): Noise => ({
  at,
  hertz,
  long,
  loud,
  sharp,
  to,
});

const sounds: Record<Sound, { tones?: Tone[]; noises?: Noise[] }> = {
  card: { noises: [noise(0, 1800, 0.07, 0.5, 0.8, 700)], tones: [tone(0, 190, 0.06, 0.12, { to: 110 })] },
  draw: { noises: [noise(0, 900, 0.11, 0.3, 0.9, 2400)] },
  flip: { noises: [noise(0, 1200, 0.05, 0.3, 1.2, 3000), noise(0.06, 2600, 0.05, 0.25, 1.2, 1000)] },
  dice: {
    noises: [0, 0.07, 0.13, 0.21, 0.31].map((at, i) => noise(at, 2200 - i * 180, 0.035, 0.5 - i * 0.07, 5)),
  },
  turn: { tones: [tone(0, 587, 0.16, 0.14), tone(0.1, 880, 0.24, 0.12)] },
  uno: { tones: [tone(0, 659, 0.14, 0.16), tone(0.1, 831, 0.14, 0.16), tone(0.2, 988, 0.32, 0.16)] },
  caught: {
    tones: [tone(0, 494, 0.16, 0.15, { wave: 'triangle' }), tone(0.13, 370, 0.3, 0.15, { to: 330, wave: 'triangle' })],
  },
  win: { tones: [523, 659, 784, 1047].map((hertz, i) => tone(i * 0.11, hertz, i < 3 ? 0.22 : 0.6, 0.15)) },
  lose: { tones: [392, 349, 294].map((hertz, i) => tone(i * 0.15, hertz, i < 2 ? 0.24 : 0.5, 0.13)) },
  tick: { noises: [noise(0, 3200, 0.03, 0.35, 4)], tones: [tone(0, 1200, 0.03, 0.05)] },
  thud: { noises: [noise(0, 500, 0.16, 0.8, 0.7, 120)], tones: [tone(0, 120, 0.22, 0.3, { to: 55 })] },
  no: { tones: [tone(0, 196, 0.12, 0.16, { to: 165, wave: 'triangle' })] },
};

let context: AudioContext | null = null;
let hiss: AudioBuffer | null = null;
const lastPlayed = new Map<Sound, number>();

// Rises at once and dies away softly.
function envelope(audio: AudioContext, at: number, long: number, loud: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + long);
  gain.connect(audio.destination);
  return gain;
}

function playTone(audio: AudioContext, start: number, { at, hertz, to, long, loud, wave = 'sine' }: Tone): void {
  const source = audio.createOscillator();
  source.type = wave;
  source.frequency.setValueAtTime(hertz, start + at);
  if (to) source.frequency.exponentialRampToValueAtTime(to, start + at + long);
  source.connect(envelope(audio, start + at, long, loud));
  source.start(start + at);
  source.stop(start + at + long);
}

function playNoise(audio: AudioContext, start: number, { at, hertz, to, sharp, long, loud }: Noise): void {
  hiss ??= whiteNoise(audio);
  const source = audio.createBufferSource();
  source.buffer = hiss;
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.Q.value = sharp;
  filter.frequency.setValueAtTime(hertz, start + at);
  if (to) filter.frequency.exponentialRampToValueAtTime(to, start + at + long);
  source.connect(filter).connect(envelope(audio, start + at, long, loud));
  source.start(start + at, Math.random() * 0.5);
  source.stop(start + at + long);
}

function whiteNoise(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}

// Before the first touch a browser keeps quiet: then nothing is played, and nothing is queued up either.
function ready(): AudioContext | null {
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume().catch(() => undefined);
  return context.state === 'closed' ? null : context;
}

export function sound(name: Sound): void {
  if (!settings.sound || document.hidden) return;
  const now = performance.now();
  if (now - (lastPlayed.get(name) ?? -Infinity) < 50) return; // many cards at once are one sound
  lastPlayed.set(name, now);
  try {
    const audio = ready();
    if (!audio) return;
    const start = audio.currentTime + 0.005;
    for (const one of sounds[name].tones ?? []) playTone(audio, start, one);
    for (const one of sounds[name].noises ?? []) playNoise(audio, start, one);
    lacks.sound = false;
  } catch {
    lacks.sound = true; // no sound device, or none for this page: the game goes on in silence
  }
}
