// The engine for tests: the module that `make` has built.
import moduleFile from '@engine/uno.wasm?url&inline';
import { instantiate, isError, type Engine, type Rules } from '../lib/engine';

export const testEngine = async (): Promise<Engine> => instantiate(await (await fetch(moduleFile)).arrayBuffer());

export function opened(engine: Engine, textOrName: string): Rules {
  const rules = engine.open(textOrName);
  if (isError(rules)) throw new Error(`line ${rules.line}: ${rules.message}\n${textOrName}`);
  return rules;
}
