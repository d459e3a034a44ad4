// Builds the service worker (src/sw.ts) to /sw.js, with the list of all files of the page.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Plugin, transformWithEsbuild } from 'vite';

// The icons are for the system, which keeps them itself.
const isNeeded = (name: string) => !/\.(png|map)$/.test(name);

export function serviceWorker(source: string): Plugin {
  let publicFolder = '';
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post', // when index.html is there as well
    configResolved(config) {
      publicFolder = config.publicDir;
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const hash = createHash('sha256');
        const assets: string[] = [];
        const add = (path: string, bytes: string | Uint8Array) => {
          assets.push(path);
          hash.update(path).update('\0').update(bytes).update('\0');
        };
        for (const [name, file] of Object.entries(bundle).sort(([a], [b]) => (a < b ? -1 : 1)))
          if (isNeeded(name)) add(`/${name}`, file.type === 'chunk' ? file.code : file.source);
        for (const name of readdirSync(publicFolder).filter(isNeeded).sort())
          add(`/${name}`, readFileSync(join(publicFolder, name)));
        const { code } = await transformWithEsbuild(readFileSync(source, 'utf8'), source, {
          define: { ASSETS: JSON.stringify(assets), VERSION: JSON.stringify(hash.digest('hex').slice(0, 16)) },
          format: 'iife',
          minify: true,
          sourcemap: false,
          target: 'es2022',
        });
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: code });
      },
    },
  };
}
