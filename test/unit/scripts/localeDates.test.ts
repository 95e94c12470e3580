import { describe, expect, it } from 'vitest';
import { datesScript, withEachForm } from '../../../scripts/localeDates.mjs';

/** Runs the script beside formats that write what they are given for a language without words. */
const formatsOf = (code: string, written: string) => {
  const Format = class {
    constructor(readonly locale: string) {}
    format = () => written;
  };
  const formats = { DateTimeFormat: Format, RelativeTimeFormat: Format };
  new Function('Intl', datesScript(code))(formats);
  return formats;
};
const dateOf = (code: string, written: string, wanted = code) =>
  new (formatsOf(code, written).DateTimeFormat)(wanted).format();
const dayOf = (code: string, written: string, wanted = code) =>
  new (formatsOf(code, written).RelativeTimeFormat)(wanted).format();

describe('the dates of a language that the browser has no words for', () => {
  it.each([
    ['az', 'M03 4 14:05', '4 mar 14:05'],
    ['bs', 'M05 31 14:05', '31 maj 14:05'],
    ['uz', '1970 M01 1, Thu 00:00', '1 Yan 1970 00:00'],
    ['kk', '14:05', '14:05'],
  ])('have in %s the name of the month: %s is %s', (code, written, text) => {
    expect(dateOf(code, written)).toBe(text);
  });

  it('have the words for today and yesterday', () => {
    expect([dayOf('bs', 'today'), dayOf('bs', 'yesterday')]).toEqual(['danas', 'jučer']);
  });

  it('are those of the browser where it knows the language, and in every other language', () => {
    expect([dateOf('bs', '4. mar 14:05'), dayOf('bs', 'danas')]).toEqual(['4. mar 14:05', 'danas']);
    expect([dateOf('bs', 'M03 4', 'az'), dayOf('bs', 'today', 'en')]).toEqual(['M03 4', 'today']);
  });
});

describe('the words of a language that the browser does not know', () => {
  it('have each plural form, as those of another language choose it', () => {
    const form = { one: 'a', other: 'b' };
    expect(withEachForm({ text: 'c', form })).toEqual({
      text: 'c',
      form: { zero: 'b', one: 'a', two: 'b', few: 'b', many: 'b', other: 'b' },
    });
  });
});
