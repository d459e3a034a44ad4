// standins.mjs [PROGRAM] -- what tests/wasm/standins.c says: our stand-ins for libraries, beside the libraries.
import { spawnSync } from 'node:child_process';

const { status, error } = spawnSync(process.argv[2] ?? 'build/tests/page-standins', { stdio: 'inherit' });
if (error) console.log(`not ok standins: ${error.message}`);
process.exitCode = status ?? 1;
