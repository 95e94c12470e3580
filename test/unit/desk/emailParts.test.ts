import { describe, expect, it } from 'vitest';
import { escaped } from '../../../examples/support-desk/server/domain/mail/emailParts';

/** What a mail program shows of HTML in which spaces are joined. */
const shown = (html: string): string =>
  html
    .replace(/[ \n]+/g, ' ')
    .split('<br>')
    .map((line) => line.replace(/^ | $/g, ''))
    .join('\n')
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replaceAll('\u00a0', ' ');

describe('a text in an email’s HTML', () => {
  it.each([
    'Price    10   200\n------- --- ----',
    'def f(x):\n    y = 1\n    return  y',
    '  /\\_/\\\n ( o.o )\n  > ^ <',
    ' one space first',
    'a & b < c > "d" \'e\'',
    'one\n\n\ntwo',
  ])('keeps its lines, indents and columns: %j', (text) => {
    expect(shown(escaped(text))).toBe(text);
  });

  it('breaks at single spaces', () => {
    expect(escaped('a long line')).toBe('a long line');
  });

  it('has a tab as four spaces', () => {
    expect(shown(escaped('\tx'))).toBe('    x');
  });
});
