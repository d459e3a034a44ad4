// checksum.mjs FILE.wasm FAMILY GAMES -- what tests/checksum/main.c prints, from
// engine and bots compiled to WebAssembly.
import { readFile } from 'node:fs/promises';

const [file, family, games] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(await readFile(file), {});
const { checksum_bots, checksum_games } = instance.exports;
const number = family === 'bots' ? checksum_bots(Number(games)) : checksum_games(family === 'split' ? 1 : 0, Number(games));
const sum = BigInt.asUintN(64, number);
console.log(`${family} ${games} ${sum.toString(16).padStart(16, '0')}`);
process.exitCode = sum === 0n ? 1 : 0;
