// What options, events and the quantities of the lab are called; those that the catalogue does not know go by their own name.
import { say } from '../text/rules';

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
