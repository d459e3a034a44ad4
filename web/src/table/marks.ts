// What marks a seat beyond its cards: called, caught out, away, blocked, bound, partner...
import { colours } from '../lib/cards';
import type { Colour, RulesInfo, Seat, View } from '../lib/types';
import type { TableSession } from '../session/session';
import { say } from '../text/table';
import { ruleWords } from './labels';
import { teamOf } from './moves';

export interface Mark {
  text: string;
  tone: 'strong' | 'bad' | 'quiet';
  colour?: Colour;
  about?: string; // what to explain (learn/explain.ts)
}

function presence(session: TableSession, seat: Seat): Mark[] {
  const sitter = session.table?.seats.find((one) => one.seat === seat);
  if (session.kind !== 'online' || !sitter) return [];
  if (sitter.left) return [{ text: say('gone'), tone: 'bad' }];
  if (sitter.away) return [{ text: say('away'), tone: 'bad' }];
  return sitter.kind === 'person' && !session.here.includes(seat) ? [{ text: say('offline'), tone: 'bad' }] : [];
}

function team(session: TableSession, info: RulesInfo, seat: Seat): Mark[] {
  const teams = Number(info.options.teams ?? 0);
  if (!teams) return [];
  const own = teamOf(seat, teams);
  const partner = session.you !== null && seat !== session.you && teamOf(session.you, teams) === own;
  return [partner ? { text: say('partner'), tone: 'strong', about: 'partner' } : { text: say('team', { n: own + 1 }), tone: 'quiet' }];
}

export function marksOf(session: TableSession, info: RulesInfo, view: View, seat: Seat, called: Seat[]): Mark[] {
  const player = view.players[seat.charCodeAt(0) - 65];
  const marks: Mark[] = [];
  if (view.winners.includes(seat)) marks.push({ text: say('won'), tone: 'strong' });
  if (player.place) marks.push({ text: say('place', { n: player.place }), tone: 'strong' });
  if (called.includes(seat)) marks.push({ text: say('unoCalled'), tone: 'strong', about: 'called' });
  else if (view.uno?.seat === seat && !view.uno.called) marks.push({ text: say('notCalled'), tone: 'bad', about: 'called' });
  marks.push(...presence(session, seat));
  if (view.blocked?.includes(seat)) marks.push({ text: say('blocked'), tone: 'bad', about: 'blocked' });
  if (player.duty) {
    const colour = colours.find((one) => one === player.duty);
    marks.push({ text: say('mustBid', { what: ruleWords(player.duty) }), tone: 'strong', colour, about: 'mustBid' });
  }
  marks.push(...team(session, info, seat));
  if (view.lead === seat && !view.winners.length) marks.push({ text: say('leads'), tone: 'quiet', about: 'leads' });
  const counted = view.players.some((one) => one.score > 0);
  if (counted) marks.push({ text: say('points', { n: player.score }), tone: 'quiet' });
  return marks;
}
