// What options, events and the quantities of the lab are called; those that the catalogue does not know go by their own name.
import { say } from '../text/rules';

// What only counts deals, rounds and wins once more: not worth a line among what is worth telling.
const bookkeeping = new Set([
  'dealer_draw', 'dealer', 'dealt', 'opening', 'put_back', 'went_out', 'points', 'won', 'deal_won', 'drawn_game',
  'bid_made', 'revealed', 'lead', 'unblocked', 'claimed', 'innocent', 'guilty',
]);
export const isNotable = (event: string): boolean => !bookkeeping.has(event);

const plain = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

function labelled(kind: string, name: string): string {
  const key = `${kind}_${name}`;
  return say.has(key) ? say(key) : plain(name);
}

export const optionLabel = (name: string): string => labelled('option', name);
export const eventLabel = (name: string): string => labelled('event', name);
export const metricLabel = (name: string): string => labelled('metric', name);
