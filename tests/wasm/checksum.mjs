// checksum.mjs FILE.wasm FAMILY GAMES -- what tests/checksum/main.c prints, from
// the engine compiled to WebAssembly.
import { readFile } from 'node:fs/promises';

const [file, family, games] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(await readFile(file), {});
const sum = BigInt.asUintN(64, instance.exports.checksum_games(family === 'split' ? 1 : 0, Number(games)));
console.log(`${family} ${games} ${sum.toString(16).padStart(16, '0')}`);
process.exitCode = sum === 0n ? 1 : 0;
