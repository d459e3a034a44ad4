// The language of the engine's sentences: the text that page_language() takes; '' is English. The catalogue of texts
// sets it, and a worker, where nothing is shown, leaves it as it is.
export const spoken = { words: (): string => '' };
