// host.mjs -- a module of src/wasm/page.h to ask from node, and small things that tests share.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

// What `make test` has built; a test takes other files as arguments.
export const builtModule = 'build/wasm/uno.wasm';
export const builtNative = existsSync('build/tests/page-native') ? 'build/tests/page-native' : '';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function isJson(text) {
  try {
    JSON.parse(text);
    return !text.includes('\\u0000') && !text.includes('\\ud800'); // what cannot be kept as UTF-8 closed with a zero
  } catch {
    return false;
  }
}

// Every call is noted, for sameAsNative().
export async function openModule(file) {
  const calls = [];

  const { instance } = await WebAssembly.instantiate(await readFile(file), {});
  const { exports } = instance;

  function room(text) {
    const bytes = typeof text === 'string' ? encoder.encode(text) : text;
    const at = exports.page_room(bytes.length + 1);
    if (!at) throw new Error(`no room for ${bytes.length} bytes`);
    new Uint8Array(exports.memory.buffer, at, bytes.length + 1).set([...bytes, 0]);
    return at;
  }

  function textAt(at) {
    const bytes = new Uint8Array(exports.memory.buffer, at);
    return decoder.decode(bytes.subarray(0, bytes.indexOf(0)));
  }

  // The answer as text; values: numbers, BigInts, texts, bytes.
  function answer(call, ...values) {
    const given = values.map((v) => (typeof v === 'string' || v instanceof Uint8Array ? room(v) : v));
    const at = exports[call](...given);
    const text = at === undefined ? 'null' : textAt(at);
    exports.page_clear();
    calls.push({ line: JSON.stringify([call, ...values], (_, v) => (typeof v === 'bigint' ? `${v}` : v)), text });
    return text;
  }

  // cJSON takes some texts for JSON that are none: such an answer counts where node agrees with it.
  const isSame = ({ line, text }, other) =>
    text === other || (text.includes('no JSON') && !isJson(JSON.parse(line)[2]));

  // Makes the same calls in a program of this machine (tests/wasm/native.c): the first answer that differs, or ''.
  function sameAsNative(program) {
    const input = calls.map(({ line }) => `${line}\n`).join('');
    const { stdout, status, signal } = spawnSync(program, { input, maxBuffer: 2 ** 30, encoding: 'utf8' });
    if (status !== 0) return `the program left with ${status ?? signal}`;
    const answers = stdout.split('\n');
    const odd = calls.findIndex((call, i) => !isSame(call, answers[i]));
    if (odd < 0) return '';
    return `${calls[odd].line.slice(0, 300)} -> ${calls[odd].text.slice(0, 300)}, natively ${answers[odd]?.slice(0, 300)}`;
  }

  return { exports, answer, ask: (call, ...values) => JSON.parse(answer(call, ...values)), calls, sameAsNative };
}

let failures = 0;

export function check(name, good, details = '') {
  if (!good) failures++;
  console.log(`${good ? 'ok' : 'not ok'} ${name}${good || details === '' ? '' : `: ${details}`}`);
}

process.on('exit', () => {
  if (failures) process.exitCode = 1;
});

// A small generator, so that a test is the same every time.
export function dice(seed) {
  let state = seed >>> 0;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

export const hex = (number) => number.toString(16).padStart(64, '0');
export const letters = 'ABCDEFGHIJ';
