// A card that is dragged out of the hand: follows the pointer, and is played when it is let go far enough up.
const begins = 10; // px before it counts as a drag and not as a tap

export class Drag {
  id = $state<number | null>(null); // the card on its way
  dx = $state(0);
  dy = $state(0);
  private start: { id: number; pointer: number; x: number; y: number } | null = null;
  private wasDrag = false;

  down(event: PointerEvent, id: number): void {
    this.wasDrag = false;
    if (event.button || !event.isPrimary) return;
    this.start = { id, pointer: event.pointerId, x: event.clientX, y: event.clientY };
  }

  move(event: PointerEvent & { currentTarget: HTMLElement }): void {
    const { start } = this;
    if (!start || start.pointer !== event.pointerId) return;
    this.dx = event.clientX - start.x;
    this.dy = event.clientY - start.y;
    if (this.id !== null || Math.hypot(this.dx, this.dy) < begins) return;
    this.id = start.id;
    this.wasDrag = true;
    event.currentTarget.setPointerCapture(start.pointer);
  }

  // Returns whether the card was pulled out, at least so far up.
  up(event: PointerEvent, far: number): boolean {
    const out = this.id !== null && this.start?.pointer === event.pointerId && this.dy < -far;
    this.cancel();
    return out;
  }

  cancel(): void {
    this.start = null;
    this.id = null;
    this.dx = this.dy = 0;
  }

  // The click that a browser sends after a drag is none.
  tookClick(): boolean {
    const took = this.wasDrag;
    this.wasDrag = false;
    return took;
  }
}
