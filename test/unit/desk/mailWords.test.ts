import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createMailWords, fillIn } from '../../../examples/support-desk/server/words/mailWords';

const folder = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const wordsOf = createMailWords(folder('examples/support-desk/locales'), folder('locales'));
const codes = JSON.parse(readFileSync(folder('locales/codes.json'), 'utf8')) as Record<string, object>;

describe('the words of emails', () => {
  it.each(Object.keys(codes))('are all there in %s, and name what is filled in', (code) => {
    const words = wordsOf(code);
    expect(words.locale).toBe(code);
    expect(Object.entries(words).filter(([, text]) => !text || text !== text.trim())).toEqual([]);
    expect(Object.keys(words).toSorted()).toEqual(Object.keys(wordsOf('en-us')).toSorted());
    expect(words.leftOut).toContain('{{files}}');
    expect(words.subject).toContain('{{title}}');
    expect(words.expires).toContain('{{date}}');
    expect(() => new Intl.DateTimeFormat(words.locale)).not.toThrow();
    if (!code.startsWith('en')) expect(words.offer).not.toBe(wordsOf('en-us').offer);
  });

  it('are those of the language where the country is unknown, and English for every other tag', () => {
    expect(wordsOf('de-LI').offer).toBe(wordsOf('de').offer);
    expect(wordsOf('DE-at').offer).toBe(wordsOf('de').offer);
    for (const tag of [null, 'tlh', '', '__proto__', 'x'.repeat(300)]) {
      expect(wordsOf(tag)).toEqual(wordsOf('en-us'));
    }
  });

  it('leave braces alone that name nothing', () => {
    expect(fillIn('{{title}} {{other}}', { title: 'A {{date}}' })).toBe('A {{date}} {{other}}');
  });
});
