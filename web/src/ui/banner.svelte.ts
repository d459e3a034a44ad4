// The text of the banner: whoever has something to say sets it, and clears it again. `quiet`: the page says by itself
// what a lost network, or a browser that lacks something, means for it.
export const banner = $state({ text: '', quiet: false });
