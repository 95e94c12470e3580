import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import registry from '../../../locales/codes.json';
import { allWords, PARTS, partOf } from '../../../scripts/locales.mjs';
import { createWords } from '../../../src/i18n/words';

const CODES = Object.keys(registry);
const NOW = Date.UTC(2026, 2, 4, 12);
const DAY = 86_400_000;
/** At most this many bytes are loaded for each of a locale's two files. */
const MOST = 3000;

describe.each(CODES)('the words of %s', (code) => {
  const report = vi.fn();
  const words = createWords(code, allWords(code), report);

  it('have a form for every number', () => {
    for (const key of ['unread_messages', 'log.new', 'composer.left'])
      for (const count of [0, 1, 2, 3, 5, 11, 21, 100, 1000, 1_000_000])
        expect(words.plural(key, count)).not.toContain('{{');
    expect(report).not.toHaveBeenCalled();
  });

  it('have days and times of their language', () => {
    expect(Intl.DateTimeFormat.supportedLocalesOf(code)).toHaveLength(1);
    const day = (days: number) => words.day(NOW - days * DAY, NOW);
    expect(new Set([day(0), day(1), day(2), words.time(NOW, NOW), words.dateTime(NOW)]).size).toBe(5);
    if (!code.startsWith('en')) expect(`${day(0)} ${day(1)}`).not.toMatch(/today|yesterday/i);
  });

  it.each(PARTS)(`are files of at most ${MOST} bytes: "%s"`, (part) => {
    const some = Object.entries(allWords(code)).filter(([key]) => partOf(key) === part);
    expect(some).not.toEqual([]);
    expect(brotliCompressSync(JSON.stringify(Object.fromEntries(some))).length).toBeLessThanOrEqual(MOST);
  });
});
