import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replyBody } from '../../../examples/support-desk/inbox/model/formatted';
import { WHOLE as AMOUNTS } from '../../support/amounts.mjs';
import { mayBeLost } from '../../support/texts/lost';
import { bare, drawn, reply, transcript } from '../../support/texts/places';
import { MARKS, mixedTexts, WHOLE, wholeTexts } from '../../support/texts/written';

const TEXTS = Number(process.env.WRITTEN_TEXTS ?? AMOUNTS.texts);
const AT_ONCE = 500;

type Read = Record<string, string>;

/** Generates texts and checks what is read of each, by place. */
const readAll = (
  texts: fc.Arbitrary<string>,
  amount: number,
  check: (written: string, read: Read) => void,
) => {
  for (let done = 0; done < amount; done += AT_ONCE) {
    const seed = Number(process.env.SEED ?? 1) * 1_000_000 + done;
    const written = fc.sample(texts, { numRuns: AT_ONCE, seed });
    const replies = written.map(reply);
    const saved = transcript(replies);
    for (const [i, { read, isFound }] of replies.entries()) {
      const search = read.mail.split('\n').filter((line) => isFound(line.trim()));
      check(written[i] ?? '', { ...read, transcript: saved[i] ?? '', search: search.join('\n') });
    }
  }
};

/** Expects all of a text to be read, or, of one that is long for the list, its beginning. */
const expectWhole = (written: string, places: Read): void => {
  const whole = bare(written);
  for (const [place, read] of Object.entries(places)) {
    const isCut = place === 'list' && read.length > 150 && whole.startsWith(bare(read));
    if (!isCut && bare(read) !== whole) expect([place, bare(read)]).toEqual([place, whole]);
  }
};

describe('what is written', () => {
  it.each(Object.entries(WHOLE))('is read as it is, alone and among words: %s', (_, pieces) => {
    for (const piece of pieces)
      for (const text of [
        piece,
        `a ${piece} b`,
        `(${piece})`,
        `“${piece}”`,
        `${piece}, a`,
        `a: ${piece}\n\n${piece}`,
      ])
        expectWhole(text, reply(text).read);
  });

  it(`is read as it is in each place: ${TEXTS} texts (rich-14)`, () => {
    readAll(wholeTexts, TEXTS, expectWhole);
  });

  it.each(MARKS)('has marks that are not read, and can be escaped: %s (rich-15)', (written, read) => {
    for (const [before, after] of [
      ['', ''],
      ['a ', ' b'],
      ['', '.'],
      ['a ', ', b'],
      ['a\n', '\nb'],
    ]) {
      const text = before + written + after;
      const body = replyBody(text);
      expect([text, body.text, body.markdownText]).toEqual([text, before + read + after, text]);
      expect(drawn(body)).toBe(body.text);
    }
  });

  it(`loses only signs of complete marks, and the same in each place: ${TEXTS / 5} texts (rich-14)`, () => {
    readAll(mixedTexts, TEXTS / 5, (written, places) => {
      const read = places.mail ?? '';
      expectWhole(read, places);
      const may = [...mayBeLost(written)];
      const rest = [...bare(read)];
      const lost = [...bare(written)].filter((sign) => sign !== rest[0] || !rest.shift());
      const wrong = lost.filter((sign) => may.indexOf(sign) < 0 || !may.splice(may.indexOf(sign), 1));
      if (rest.length + wrong.length > 0) expect(read).toBe(written);
    });
  });
});
