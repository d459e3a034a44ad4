// Who the server takes this browser for. Nobody needs an account: whoever does something at the server
// without being anybody becomes a guest.
import { ApiError, get, post } from './api';
import { remember, settings } from './settings.svelte';
import type { User } from './types';

export const me = $state<{ user: User | null; asked: boolean; reachable: boolean }>({
  user: null,
  asked: false,
  reachable: true,
});

// Is there a server, and who am I there? Never fails.
export async function askMe(): Promise<User | null> {
  try {
    me.user = (await get<{ user: User | null }>('me')).user;
    me.reachable = true;
  } catch (error) {
    me.reachable = !(error instanceof ApiError && error.code === 'unreachable');
  }
  me.asked = true;
  return me.user;
}

// Somebody, if need be a new guest. Fails with an ApiError.
export async function beSomebody(): Promise<User> {
  if (me.user ?? (await askMe())) return me.user!;
  const name = settings.name.trim();
  try {
    me.user = (await post<{ user: User }>('guest', name ? { name } : {})).user;
  } catch (error) {
    // The remembered name may belong to an account by now.
    if (!(error instanceof ApiError) || !['name_taken', 'bad_name'].includes(error.code)) throw error;
    me.user = (await post<{ user: User }>('guest', {})).user;
  }
  return me.user;
}

export function becomes(user: User | null): void {
  me.user = user;
  if (user) {
    settings.name = user.name;
    remember();
  }
}
