// The language of the engine's sentences: the texts that page_language() and page_book_language() take; '' is English. The
// catalogue of texts sets them, and a worker, where nothing is shown, leaves them as they are. Those of rulebooks are
// fetched before the engine that has rulebooks is.
export const spoken = { words: (): string => '', rules: (): string => '', fetchRules: async (): Promise<void> => {} };
