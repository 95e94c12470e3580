import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { patternOf } from '../../../scripts/calls/patterns.mjs';
import { readCalls, readComment } from '../../../scripts/calls/readCalls.mjs';
import * as early from '../../../src/launcher/earlyCalls';
import { WAITING } from '../../../src/loader/waitingCalls';

const calls = readCalls();
const named = (...names: string[]) => names.map((fullName) => ({ fullName }) as (typeof calls)[number]);

describe('the comment above a call', () => {
  it('says what the call does, and what Porch needs to know of it', () => {
    const comment = '\n   * Draws the widget.\n   * @loads look/render\n   * @waits\n   ';
    expect(readComment('messenger.render', comment)).toEqual({
      does: 'Draws the widget.',
      loads: 'look/render',
      waits: 'true',
    });
  });

  it.each([
    ['a tag that is unknown', '@flags x', 'messenger.x: "@flags x" is no tag.'],
    ['a second line of words', 'and more', 'messenger.x: "and more" is no tag.'],
    ['a flag that the launcher would pass over', '@early opens\n * @flag x', 'the launcher knows no flag'],
    [
      'a file that does not exist',
      '@loads nowhere',
      'messenger.x: there is no features/hostCalls/nowhere.ts.',
    ],
  ])('is refused with %s', (_name, line, message) => {
    expect(() => readComment('messenger.x', `\n * Does it.\n * ${line}\n`)).toThrow(message);
  });
});

describe('the pattern that tells calls from others', () => {
  it('is the shortest that has each wanted name and no other', () => {
    const all = named('a.ZX', 'a.ZY', 'a.QY');
    expect(patternOf(all, ({ fullName }) => fullName === 'a.ZX')).toBe('X');
    expect(patternOf(all, ({ fullName }) => fullName !== 'a.QY')).toBe('Z');
    expect(patternOf(all, ({ fullName }) => fullName !== 'a.ZY')).toBe('X|Q');
  });

  it('leaves out the calls of the classic widget', () => {
    const all = named('messenger.hide', 'messenger.open');
    const pattern = new RegExp(patternOf(all, ({ fullName }) => fullName === 'messenger.hide'));
    expect(pattern.test('messenger.hide')).toBe(true);
    expect(pattern.test('webWidget.hide')).toBe(false);
  });

  it('is refused where a name is part of another', () => {
    const all = named('a.open', 'a.opened');
    expect(() => patternOf(all, ({ fullName }) => fullName === 'a.open')).toThrow(
      'No pattern tells a.open from the other calls.',
    );
  });
});

describe('before the messenger is there', () => {
  it.each(Object.entries(early))(
    'the launcher acts on the calls with the tag %s, and on no other',
    (name, is) => {
      const wanted = calls.filter((call) => call.early === name).map(({ fullName }) => fullName);
      expect(calls.map(({ fullName }) => fullName).filter(is)).toEqual(wanted);
      expect(wanted.length).toBeGreaterThan(0);
    },
  );

  it('the launcher has an action for each such tag', () => {
    const launcher = readFileSync(new URL('../../../src/launcher/launcher.ts', import.meta.url), 'utf8');
    expect(Object.keys(early).filter((name) => !launcher.includes(`if (${name}(method))`))).toEqual([]);
  });

  it('a call of the classic widget does nothing and fetches nothing', () => {
    for (const verb of ['hide', 'show', 'open', 'close', 'toggle', 'identify', 'prefill', 'updateSettings']) {
      const method = `webWidget.${verb}`;
      expect(Object.values(early).filter((is) => is(method))).toEqual([]);
      expect(WAITING.test(method)).toBe(true);
    }
  });

  it('settings, subscriptions, close, hide and show do not fetch the messenger, and every other call does', () => {
    const fetching = calls.map(({ fullName }) => fullName).filter((name) => !WAITING.test(name));
    const waiting = /^messenger(:set|:on)\.|^messenger\.(close|hide|show)$/;
    expect(fetching).toEqual(calls.map(({ fullName }) => fullName).filter((name) => !waiting.test(name)));
  });
});
