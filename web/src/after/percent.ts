// A share as people write it: "64%", in German "64 %".
import { language } from '../lib/text.svelte';

export const percent = (share: number): string => share.toLocaleString(language(), { style: 'percent' });
