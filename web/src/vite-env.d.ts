/// <reference types="svelte" />
/// <reference types="vite/client" />
declare module '@engine/german-titles.json' {
  const titles: Record<string, string>;
  export default titles;
}
declare module '@engine/*.wasm?url' {
  const url: string;
  export default url;
}
