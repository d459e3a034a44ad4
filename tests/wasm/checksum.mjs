// checksum.mjs FILE.wasm FAMILY GAMES -- what tests/checksum/main.c prints, from
// engine, bots, arbiter and ratings compiled to WebAssembly.
import { readFile } from 'node:fs/promises';

const [file, family, games] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(await readFile(file), {});
const { checksum_arbiter, checksum_bots, checksum_games, checksum_ratings } = instance.exports;
const others = { arbiter: checksum_arbiter, bots: checksum_bots, ratings: checksum_ratings };
const number = others[family] ? others[family](Number(games)) : checksum_games(family === 'split' ? 1 : 0, Number(games));
const sum = BigInt.asUintN(64, number);
console.log(`${family} ${games} ${sum.toString(16).padStart(16, '0')}`);
process.exitCode = sum === 0n ? 1 : 0;
