import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asFailed, fileErrorOf, fromWire, optimistic } from '../../../src/model/message';
import { countUnread, UNREAD_CEILING } from '../../../src/model/unread';
import { cleanText, isTooLong, safeUrl } from '../../../src/model/validation';
import { MAX_TEXT } from '../../../src/wire/message';
import { held, own, unsent, wire } from '../../support/messages';

describe('unread messages', () => {
  it('are confirmed messages of others after the read position (msg-17)', () => {
    const log = [held('a', 1), held('b', 2), held('c', 3, { role: 'appUser' }), held('d', 4), unsent('e', 5)];
    expect(countUnread(log, 1)).toBe(2);
    expect(countUnread(log, 4)).toBe(0);
    expect(countUnread([], 1)).toBe(0);
  });

  it('are all of others while nothing was read', () => {
    expect(countUnread([held('a', 1), held('b', 2)], undefined)).toBe(2);
  });

  it('are counted up to 99 in the badge (launcher-9)', () => {
    expect(UNREAD_CEILING).toBe(99);
  });
});

describe("a visitor's text", () => {
  it('is sent without blank lines around it, and with its indent; white space is none', () => {
    expect(cleanText(' \n\t\n  hello\n there \n\n')).toBe('  hello\n there');
    expect(cleanText('\thello')).toBe('\thello');
    for (const blank of ['', ' ', '\n\t', '\u00a0\u2003']) expect(cleanText(blank)).toBeUndefined();
    expect(cleanText('\u200b hi \u200d\n')).toBe('\u200b hi \u200d');
  });

  it('is empty where no character of it can be seen', () => {
    const invisible = [
      0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x202e,
    ];
    const more = [
      0x2060, 0x2064, 0x2066, 0x2069, 0x206f, 0x2800, 0x3164, 0xfe00, 0xfe0f, 0xfeff, 0xffa0, 0xe0041,
    ];
    for (const code of [...invisible, ...more, 0, 8, 0x1f, 0x7f, 0x85, 0x2028]) {
      const letter = String.fromCodePoint(code);
      for (const text of [letter, letter.repeat(3), ` ${letter}\n`, `\u200b${letter}`])
        expect(cleanText(text), code.toString(16)).toBeUndefined();
      expect(cleanText(`a${letter}`), code.toString(16)).toBeDefined();
    }
    for (const seen of ['.', '🎉', '👩‍💻', '\u0301', '、', 'ㅤ!', '⠁']) expect(cleanText(seen)).toBe(seen);
  });

  it('may have 4096 characters and not one more (composer-3)', () => {
    expect(MAX_TEXT).toBe(4096);
    expect(isTooLong('x'.repeat(4096))).toBe(false);
    expect(isTooLong('x'.repeat(4097))).toBe(true);
  });

  it('counts an emoji once, as the service does (composer-3)', () => {
    expect(isTooLong('🎉'.repeat(4096))).toBe(false);
    expect(isTooLong('🎉'.repeat(4097))).toBe(true);
  });
});

describe('a safe address', () => {
  it('is absolute and of a scheme that only leads somewhere', () => {
    expect(safeUrl('https://a.example/x')).toBe('https://a.example/x');
    expect(safeUrl('mailto:a@b.example')).toBe('mailto:a@b.example');
    expect(safeUrl('tel:+123')).toBe('tel:+123');
    for (const bad of ['', '/x', 'a.example', '//a.example', 'javascript:1', 'https//a']) {
      expect(safeUrl(bad)).toBeUndefined();
    }
  });

  it('is never anything else, for any text (log-13)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(safeUrl(text) ?? 'tel:').toMatch(/^(https?|mailto|tel):/);
      }),
    );
  });
});

describe('a message', () => {
  it('from the service is sent, and keyed by its reference where it has one (msg-3)', () => {
    expect(fromWire(own('m1', 1, 'ref'))).toMatchObject({ key: 'ref', status: 'sent', isOptimistic: false });
    expect(fromWire(wire('m1', 1))).toMatchObject({ key: 'm1', status: 'sent' });
    expect(fromWire(wire('m1', 1), 'kept').key).toBe('kept');
  });

  it('of the visitor is sending until the service says otherwise', () => {
    const draft = { text: 'hello', payload: 'P', metadata: { a: 1 } };
    expect(optimistic(draft, 'ref', 7, { appUserId: 'u', sessionId: 's' })).toMatchObject({
      _id: 'ref',
      key: 'ref',
      referenceId: 'ref',
      role: 'appUser',
      type: 'text',
      received: 7,
      status: 'sending',
      isOptimistic: true,
      authorId: 'u',
      source: { sessionId: 's' },
      ...draft,
    });
  });
});

describe('a message that was not sent', () => {
  it('may be sent again, unless its text or its file is at fault (file-5)', () => {
    const reasons = [
      'network',
      'unknown',
      'tooMany',
      'oneFile',
      'characterLimit',
      'fileSize',
      'fileType',
    ] as const;
    expect(reasons.map((reason) => [reason, asFailed(reason).isRetryable])).toEqual([
      ['network', true],
      ['unknown', true],
      ['tooMany', true],
      ['oneFile', true],
      ['characterLimit', false],
      ['fileSize', false],
      ['fileType', false],
    ]);
  });

  it.each([
    [{ code: 'tooMany', status: 413 }, 'tooMany'],
    [{ code: 'fileType', status: 400 }, 'fileType'],
    [{ code: 'fileSize' }, 'fileSize'],
    [{ status: 413 }, 'fileSize'],
    [{ status: 415 }, 'fileType'],
    [{ code: 'hologram', status: 400 }, 'unknown'],
    [{}, 'unknown'],
  ])('as a file says why by the code of the service, or else by its status: %o', (answer, reason) => {
    expect(fileErrorOf(answer)).toBe(reason);
  });
});
