// What a person does about the moves that are open: picks a card, says the rest of it, calls UNO, is told why not.
import { sound } from '../lib/sound';
import type { CardCode, Move, Options, Refusal } from '../lib/types';
import type { TableSession } from '../session/session';
import { say } from '../text/table';
import { attempts, calling, cardMoves, ofKind, stillAsked } from './moves';

const patience = 3000; // ms until an action without an answer may be tried again

export class Turn {
  private armed = $state(false);
  private picked = $state.raw<{ card: CardCode; from: DOMRect } | null>(null);
  private told = $state.raw<Refusal | null>(null);
  private sent = $state.raw<Options | null>(null); // what was answered last
  private late: ReturnType<typeof setTimeout> | undefined;
  text = $state(''); // written for a truth, a dare or an answer
  laid: { card: CardCode; from: DOMRect } | null = null; // where the last card played came from

  constructor(private readonly of: () => TableSession) {}

  // While your action is held only what is open beside the question can be done; while it is on its way, nothing.
  readonly moves = $derived.by((): Move[] => {
    const session = this.of();
    const idle = session.over || session.table?.paused || (this.sent === session.options && !session.refused);
    const moves = idle ? [] : (session.options?.moves ?? []);
    return session.held ? moves.filter((move) => move.kind === 'call' || move.kind === 'catch') : moves;
  });
  readonly mayCall = $derived(cardMoves(this.moves).some((move) => move.call));
  readonly uno = $derived(this.armed && this.mayCall);
  // The moves between which the picker is to choose, of the card that was picked.
  readonly picking = $derived.by((): Move[] | null => {
    const card = this.picked?.card;
    const moves = card ? this.withCard(card) : [];
    return stillAsked(moves) ? moves : null;
  });
  readonly refusal = $derived.by((): Refusal | null => this.told ?? this.of().refused);

  private withCard(card: CardCode): Move[] {
    return calling(cardMoves(this.moves).filter((move) => move.card === card), this.uno);
  }

  toggleUno(): void {
    this.armed = !this.uno;
  }

  pick(card: CardCode, from: DOMRect): void {
    const moves = this.withCard(card);
    this.dismiss();
    this.picked = { card, from };
    if (moves.length && !stillAsked(moves)) this.take(moves[0]);
  }

  unpick(): void {
    this.picked = null;
  }

  take(move: Move): void {
    const says = move.kind === 'answer' || move.card === 'truth' || move.card === 'dare';
    const text = says ? this.text.trim() : '';
    this.laid = this.picked?.card === move.card ? this.picked : null;
    this.picked = null;
    this.armed = false;
    this.dismiss();
    if (text) this.text = '';
    const session = this.of();
    this.sent = session.options;
    clearTimeout(this.late);
    this.late = setTimeout(() => (this.sent = null), patience);
    session.act(move.do, text || undefined);
  }

  close(): void {
    clearTimeout(this.late);
  }

  // A deed without a card, where it is open.
  takeKind(...kinds: string[]): boolean {
    for (const kind of kinds) {
      const move = ofKind(this.moves, kind);
      if (!move) continue;
      this.take(move);
      return true;
    }
    return false;
  }

  refuseCard(card: CardCode): void {
    const session = this.of();
    if (!session.view || !session.you) return;
    let why: Refusal | null = null;
    for (const action of attempts(session.view, card, session.you)) {
      const next = session.why(action);
      if (next && next.code !== 'malformed') why = next;
      if (!why || (why.code !== 'colour_needed' && why.code !== 'target_needed')) break;
    }
    this.refuse(why);
  }

  refuseAction(action: string): void {
    this.refuse(this.of().why(action));
  }

  dismiss(): void {
    const session = this.of();
    this.told = null;
    if (session.refused) session.refused = null;
  }

  private refuse(why: Refusal | null): void {
    sound('no');
    this.picked = null;
    this.told = why ?? { code: '', message: say('nothingHere'), rules: [] };
  }
}
