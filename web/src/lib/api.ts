// Requests to the server (docs/api.md). A refusal becomes an ApiError whose message says what to do.
import { say } from '../text/ui';
import { translated } from './text.svelte';

export class ApiError extends Error {
  constructor(
    readonly code: string, // "no_such_table"; "unreachable" without an answer
    message: string,
    readonly status: number,
    readonly body: Record<string, unknown> & { field?: string; reason?: string } = {},
  ) {
    super(message);
  }
}

// A tournament and a request have codes of their own, which may be a table's as well.
const areaOf = (path: string): string => (path.startsWith('events') ? 'eventRefusals' : 'requestRefusals');

async function ask(method: string, path: string, body?: object): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(`/api/${path}`, {
      method,
      body: body && JSON.stringify(body),
      headers: body && { 'Content-Type': 'application/json' },
    });
  } catch {
    throw new ApiError('unreachable', say('needsServer'), 0);
  }
  if (answer.ok) return answer;
  const refusal = await answer.json().catch(() => ({}));
  const words = translated(areaOf(path), refusal.error) ?? translated('refusals', refusal.error) ?? refusal.message ?? answer.statusText;
  throw new ApiError(refusal.error ?? 'failed', words, answer.status, refusal);
}

export const get = async <T>(path: string): Promise<T> => (await ask('GET', path)).json();
export const post = async <T>(path: string, body: object = {}): Promise<T> => (await ask('POST', path, body)).json();
export const put = async <T>(path: string, body: object): Promise<T> => (await ask('PUT', path, body)).json();
export const remove = async <T>(path: string): Promise<T> => (await ask('DELETE', path)).json();
export const getText = async (path: string): Promise<string> => (await ask('GET', path)).text();
