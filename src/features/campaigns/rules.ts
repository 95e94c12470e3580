import { type Json, num, str } from '../../wire/decode';

/** What a rule may ask of the page and the visitor. */
export type Facts = {
  /** The page's whole address. */
  address: string;
  /** How long the visitor has looked at the page, in seconds. */
  seconds: number;
  /** How far they have scrolled, from 0 to 100. */
  scrolled: number;
  /** Whether the pointer has left the page over its upper edge. */
  leaving: boolean;
  /** Whether they have been here before. */
  returning(): boolean;
};

const COMPARE: Record<string, (address: string, value: string) => boolean> = {
  begins: (address, value) => address.startsWith(value),
  contains: (address, value) => address.includes(value),
  lacks: (address, value) => !address.includes(value),
  // A value without a query means the page with any query.
  is: (address, value) => address === value || address.split(/[?#]/)[0] === value,
};

/** Compares the address with a value, in any case. A value that begins with a slash means the path. */
const isPage = (address: string, how: unknown, value: string): boolean | undefined => {
  const whole = address.toLowerCase();
  const path = whole.replace(/^[a-z]+:\/\/[^/]*/, '');
  const wanted = value.toLowerCase();
  const compare = Object.hasOwn(COMPARE, `${how}`) ? COMPARE[`${how}`] : undefined;
  return compare?.(wanted.startsWith('/') ? path : whole, wanted);
};

/** Whether one rule holds; undefined for a rule that is not known. */
const holds = ({ on, how, value }: Json, facts: Facts): boolean | undefined => {
  if (on === 'exit') return facts.leaving;
  if (on === 'returning') return facts.returning();
  if (on === 'time') return num(value) === undefined ? undefined : facts.seconds >= (value as number);
  if (on === 'scroll') return num(value) === undefined ? undefined : facts.scrolled >= (value as number);
  if (on === 'page')
    return str(value) === undefined ? undefined : isPage(facts.address, how, value as string);
  return undefined;
};

/**
 * Whether a campaign's rules hold: all of them, or one where `any` is set. With a rule that is not known they never do, or
 * a campaign for few visitors would be shown to everybody.
 */
export const rulesHold = (
  { rules, any }: { rules: readonly Json[]; any: boolean },
  facts: Facts,
): boolean => {
  const results = rules.map((rule) => holds(rule, facts));
  if (results.includes(undefined)) return false;
  return any && results[0] !== undefined ? results.includes(true) : !results.includes(false);
};
