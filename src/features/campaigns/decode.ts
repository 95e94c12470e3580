import { type Json, num, obj, str } from '../../wire/decode';

/** A message for visitors who have not asked anything yet. */
export type Campaign = {
  id: string;
  text: string;
  /** Who writes it. */
  name?: string;
  /** Signed by the service, which recognizes the campaign by it. */
  jwt: string;
  /** When it is shown, in ms. */
  from: number;
  to: number;
  /** Whether one rule is enough. */
  any: boolean;
  rules: Json[];
};

/** The most campaigns, and rules of a campaign, that are read. */
const MOST = 50;
const LONGEST_TEXT = 1000;
/** Characters that change the direction of the text after them. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

const entries = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, MOST) : []);

/** A text that is safe to draw. `wire/shown.ts` would be one more chunk. */
const shown = (value: unknown): string => (str(value) ?? '').slice(0, LONGEST_TEXT).replace(TURNS, '').trim();

/** Reads the configuration's campaigns, in their order. Those that cannot be shown or answered are left out. */
export const decodeCampaigns = (value: unknown): Campaign[] => {
  const known = new Set<string>();
  return entries(value).flatMap((entry) => {
    const c = obj(entry);
    const id = str(c.id) ?? '';
    const text = shown(c.text);
    const jwt = str(c.jwt);
    if (!text || !jwt || !/^[\w-]{1,64}$/.test(id) || known.has(id)) return [];
    known.add(id);
    return {
      id,
      text,
      jwt,
      name: shown(c.name).slice(0, 100) || undefined,
      from: num(c.from) ?? 0,
      to: num(c.to) ?? Number.POSITIVE_INFINITY,
      any: c.any === true,
      rules: entries(c.rules).map(obj),
    };
  });
};
