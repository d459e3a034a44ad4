// The rulesets of the clubs one is in, for a choice. None without a server.
import { get } from '../lib/api';
import { me } from '../lib/me.svelte';

export interface ClubRules {
  club: string; // its name
  rulesets: { value: string; title: string }[]; // "club:ID/NAME"
}

interface Club {
  id: string;
  name: string;
  rulesets?: { name: string; title: string; withdrawn: boolean }[];
}

export async function clubRules(): Promise<ClubRules[]> {
  if (!me.user) return [];
  try {
    const { clubs } = await get<{ clubs: Club[] }>('clubs');
    const full = await Promise.all(clubs.map(({ id }) => get<{ club: Club }>(`clubs/${id}`)));
    return full
      .map(({ club }) => ({
        club: club.name,
        rulesets: (club.rulesets ?? [])
          .filter((one) => !one.withdrawn)
          .map(({ name, title }) => ({ value: `club:${club.id}/${name}`, title: title || name })),
      }))
      .filter((one) => one.rulesets.length);
  } catch {
    return []; // nobody at the server yet, or no server
  }
}
