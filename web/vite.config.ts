import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { serviceWorker } from './sw-plugin';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
// Where `make` puts the engine, and where a server runs while the page is being worked on.
const build = process.env.UNO_BUILD ?? here('../build');
const server = process.env.UNO_SERVER ?? 'http://localhost:8080';

export default defineConfig({
  plugins: [svelte({ compilerOptions: { discloseVersion: false } }), serviceWorker(here('src/sw.ts'))],
  resolve: { alias: { $: here('src'), '@engine': `${build}/wasm` } },
  build: {
    outDir: process.env.UNO_PAGE ?? `${build}/web`,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Many small files cost more than they save.
    rollupOptions: { output: { experimentalMinChunkSize: 6000 } },
  },
  worker: { format: 'es' },
  server: {
    fs: { allow: ['..', build] },
    // The server takes no orders from a page of another host.
    proxy: {
      '/api': { target: server, changeOrigin: false },
      '/ws': { target: server, ws: true, changeOrigin: false },
    },
  },
});
