// table.mjs [FILE.wasm [NATIVE]] -- the module that comes with a first visit: it plays all games like the whole one, and
// it is small.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { builtNative, check } from './lib/host.mjs';

const [file = 'build/wasm/table.wasm', native = builtNative] = process.argv.slice(2);
const games = fileURLToPath(new URL('games.mjs', import.meta.url));
const { stdout, status } = spawnSync(process.execPath, [games, file, native], { encoding: 'utf8' });
process.stdout.write(stdout.replaceAll('ok games', 'ok table'));
check('table all games were played', status === 0);
const bytes = brotliCompressSync(readFileSync(file)).length; // at quality 11
check(`table the module takes ${bytes} bytes as brotli`, bytes < 76000);
