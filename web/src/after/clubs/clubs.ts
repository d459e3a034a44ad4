// A club as its members see it (docs/api.md), and what can be asked of it.
import { get, post, remove } from '../../lib/api';
import type { ClubRow, ClubRuleset, ClubRulesetText } from '../../rules/clubs';

export type Role = ClubRow['role'];

export interface Member {
  user: string;
  name: string;
  role: Role;
  since: number;
}

export type ListedRuleset = ClubRuleset & { author: string };

export interface Club extends ClubRow {
  invite?: string; // for editors and the owner
  members: Member[];
  rulesets: ListedRuleset[];
}

const at = (...pieces: string[]): string => ['clubs', ...pieces.map(encodeURIComponent)].join('/');

export const readClub = async (id: string): Promise<Club> => (await get<{ club: Club }>(at(id))).club;
export const makeClub = async (name: string): Promise<ClubRow> =>
  (await post<{ club: ClubRow }>('clubs', { name })).club;
export const joinClub = async (invite: string): Promise<ClubRow> =>
  (await post<{ club: ClubRow }>('clubs/join', { invite })).club;
export const newInvite = (id: string): Promise<unknown> => post(at(id, 'invite'));
export const setRole = (id: string, user: string, role: Role | 'none'): Promise<unknown> =>
  post(at(id, 'members', user), { role });
export const withdraw = (id: string, name: string): Promise<unknown> => remove(at(id, 'rulesets', name));
export const versionsOf = async (id: string, name: string): Promise<ListedRuleset[]> =>
  (await get<{ versions: ListedRuleset[] }>(at(id, 'rulesets', name, 'versions'))).versions;
export const versionText = async (id: string, name: string, version: number): Promise<string> =>
  (await get<{ ruleset: ClubRulesetText }>(`${at(id, 'rulesets', name)}?version=${version}`)).ruleset.text;

export const inviteLink = (invite: string): string => `${location.origin}/join/${invite}`;

// An invitation as it was pasted: the link, or what stands at its end.
export const inviteOf = (pasted: string): string =>
  pasted.trim().replace(/[?#].*$/, '').split('/').filter(Boolean).at(-1) ?? '';
