// Clubs and their rulesets, as the server has them (docs/api.md).
import { get, put } from '../lib/api';

export interface ClubRow {
  id: string;
  name: string;
  role: 'member' | 'editor' | 'owner';
}

export interface ClubRuleset {
  name: string;
  version: number;
  hash: string;
  at: number;
  withdrawn: boolean;
  title: string;
}

export interface ClubRulesetText extends ClubRuleset {
  text: string;
}

export interface ClubShelf extends ClubRow {
  rulesets: ClubRuleset[];
}

export const myClubs = async (): Promise<ClubRow[]> => (await get<{ clubs: ClubRow[] }>('clubs')).clubs;

async function shelfOf(row: ClubRow): Promise<ClubShelf> {
  const { club } = await get<{ club: { rulesets: ClubRuleset[] } }>(`clubs/${row.id}`);
  return { ...row, rulesets: club.rulesets.filter((ruleset) => !ruleset.withdrawn) };
}

export const clubShelves = async (): Promise<ClubShelf[]> => Promise.all((await myClubs()).map(shelfOf));

const pathOf = (club: string, name: string): string =>
  `clubs/${encodeURIComponent(club)}/rulesets/${encodeURIComponent(name)}`;

export const clubRuleset = async (club: string, name: string): Promise<ClubRulesetText> =>
  (await get<{ ruleset: ClubRulesetText }>(pathOf(club, name))).ruleset;

export const saveClubRuleset = async (club: string, name: string, text: string, base: number): Promise<ClubRuleset> =>
  (await put<{ ruleset: ClubRuleset }>(pathOf(club, name), { text, base })).ruleset;

// "ID/NAME" of an address.
export function clubPlace(of: string): { club: string; name: string } | null {
  const [club, name, more] = of.split('/');
  return club && name && more === undefined ? { club, name } : null;
}
