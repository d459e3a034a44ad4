// What this browser does not give the page. The game goes on without it where it can; where it is missed, a quiet
// sentence says so.

// The smallest module with a vector in it; the engine is made of them.
const vector = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];

function engineLacks(): '' | 'noWasm' | 'noSimd' {
  if (typeof WebAssembly !== 'object') return 'noWasm';
  return WebAssembly.validate(new Uint8Array(vector)) ? '' : 'noSimd';
}

export const lacks = $state({
  engine: engineLacks(), // without which nothing can be dealt here
  memory: false, // settings are forgotten with the page
  sound: false,
});
