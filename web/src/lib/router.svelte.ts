// Which page is shown: the address is the truth. Links are plain <a href>; a click inside the app changes
// the address without loading anything.
import type { Component } from 'svelte';

export type PageProps = { params: Record<string, string> };
type Page = Component<PageProps> | Component;
type Loader = () => Promise<{ default: Page }>;

interface Route {
  pattern: string[]; // "t", ":code"
  load: Loader;
}

const routes: Route[] = [];
let missing: Loader;

export const here = $state({ path: location.pathname, query: location.search, hash: location.hash });

export function route(pattern: string, load: Loader): void {
  routes.push({ pattern: pattern.split('/').filter(Boolean), load });
}

export function otherwise(load: Loader): void {
  missing = load;
}

function match(pattern: string[], path: string[]): Record<string, string> | null {
  if (pattern.length !== path.length) return null;
  const params: Record<string, string> = {};
  for (const [i, piece] of pattern.entries()) {
    if (piece.startsWith(':')) params[piece.slice(1)] = path[i];
    else if (piece !== path[i]) return null;
  }
  return params;
}

function pieces(path: string): string[] {
  return path.split('/').filter(Boolean).map((piece) => {
    try {
      return decodeURIComponent(piece);
    } catch {
      return piece;
    }
  });
}

export function find(path: string): { load: Loader; params: Record<string, string> } {
  const parts = pieces(path);
  for (const { pattern, load } of routes) {
    const params = match(pattern, parts);
    if (params) return { load, params };
  }
  return { load: missing, params: {} };
}

function look(): void {
  here.path = location.pathname;
  here.query = location.search;
  here.hash = location.hash;
}

export function go(address: string, replace = false): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', address);
  look();
  if (!location.hash) scrollTo(0, 0);
}

function onclick(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.('a');
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.target || link.download || link.origin !== location.origin) return;
  if (link.pathname.startsWith('/api/')) return;
  if (link.pathname === location.pathname && link.hash) return; // the browser scrolls
  event.preventDefault();
  go(link.href);
}

export function startRouter(): void {
  addEventListener('popstate', look);
  addEventListener('hashchange', look);
  document.addEventListener('click', onclick);
}
