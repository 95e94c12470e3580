/** Its severity. */
type Level = 'error' | 'warning' | 'info';

/** Messages that are not errors: the first pattern that matches gives the level. */
const LEVELS: [pattern: RegExp, level: Level][] = [
  [/See the README|^The configuration's|^Missing translation|cannot (be below|exceed)/, 'warning'],
  [/deprecated/, 'info'],
];

const MAX_TEXT = 300;
const START = 'Failed to start conversation';

/** The words of a cause, without what may name a visitor: addresses lose their query. */
const wordsOf = (cause: unknown): string => {
  const { name, message } = Object(cause) as { name?: unknown; message?: unknown };
  const words = typeof message === 'string' ? `${typeof name === 'string' ? name : ''} ${message}` : '';
  return (typeof cause === 'string' ? cause : words).replace(/[?#]\S*/g, '').trim();
};

/** Replaces what differs from case to case: ids and numbers. */
const general = (text: string): string =>
  text
    .replace(/\b(?=[\w-]*\d)[\w-]{12,}\b/g, '#')
    .replace(/\d+/g, (digits) => (digits.length === 3 ? digits : '#'));

/**
 * Describes a report.
 * @param message names the failed operation; details follow after a colon
 * @returns the same `fingerprint` for reports of the same case
 */
export const describeReport = (message: string, causes: readonly unknown[]) => {
  const [operation = '', ...details] = message.split(': ');
  const reason = [...details, ...causes.map(wordsOf)].filter(Boolean).join(' ').slice(0, MAX_TEXT);
  return {
    level: LEVELS.find(([pattern]) => pattern.test(message))?.[1] ?? ('error' as const),
    operation: operation.slice(0, MAX_TEXT),
    reason,
    // All failed starts are one case.
    fingerprint: operation === START ? START : general(`${operation}|${reason}`).slice(0, MAX_TEXT),
  };
};
