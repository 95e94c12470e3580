import { describe, expect, it } from 'vitest';
import { transcriptOf } from '../../../../src/features/optionsMenu/transcript';
import { decodeMessage, type WireMessage } from '../../../../src/wire/message';

const words = { locale: 'en-us', you: 'You', business: 'Shoe shop', unsupported: 'Not for here' };
const AT = Date.UTC(2026, 10, 21, 8, 15, 44) / 1000;
const message = (fields: object): WireMessage =>
  decodeMessage({ _id: 'm', received: AT, role: 'appMaker', ...fields }) as WireMessage;
/** The transcript lines of one message, without heading and indent. */
const said = (fields: object): string[] =>
  transcriptOf({ title: 'T', date: 'D' }, [message(fields)], words)
    .trimEnd()
    .split('\n')
    .slice(4)
    .map((line) => line.replace(/^ {2}/, ''));

describe('a transcript', () => {
  it('has the title, the date, and each message with its author and its exact local time', () => {
    const exact = new Intl.DateTimeFormat('en-us', { dateStyle: 'medium', timeStyle: 'long' });
    const text = transcriptOf(
      { title: 'Shoe shop', date: 'Saturday' },
      [
        message({ role: 'appUser', text: 'Hello' }),
        message({ name: 'Ada', text: 'Good morning', received: AT + 61.5 }),
        message({ text: 'Anything else?', received: AT + 90 }),
      ],
      words,
    );
    expect(exact.format(AT * 1000)).toMatch(/2026.*44/);
    expect(text).toBe(
      [
        'Shoe shop\nSaturday',
        `You · ${exact.format(AT * 1000)}\n  Hello`,
        `Ada · ${exact.format(AT * 1000 + 61_500)}\n  Good morning`,
        `Shoe shop · ${exact.format(AT * 1000 + 90_000)}\n  Anything else?\n`,
      ].join('\n\n'),
    );
  });

  it('tells times and dates in the visitor’s language', () => {
    const arabic = { ...words, locale: 'ar-EG' };
    const exact = new Intl.DateTimeFormat('ar-EG', { dateStyle: 'medium', timeStyle: 'long' });
    const text = transcriptOf({ title: 'T', date: 'D' }, [message({ text: 'x' })], arabic);
    expect(text).toContain(exact.format(AT * 1000));
    expect(exact.format(AT * 1000)).toMatch(/٢٠٢٦/);
  });

  it('indents texts, so that no message can imitate a heading', () => {
    expect(said({ text: 'One\nAda · today\r\nthree\u2028four' })).toEqual([
      'One',
      'Ada · today',
      'three',
      'four',
    ]);
    const whole = transcriptOf(
      { title: 'T', date: 'D' },
      [message({ name: 'A\nda', text: 'One\nAda · today' })],
      words,
    );
    expect(whole.split('\n').filter((line) => /^\S.* · /.test(line))).toHaveLength(1);
  });

  it('has a file by its alternative text, or else its name, and its link', () => {
    const mediaUrl = 'https://shop.example/f/red%20boots.png?x=1';
    expect(said({ type: 'image', mediaUrl, altText: 'Red boots' })).toEqual([`Red boots: ${mediaUrl}`]);
    expect(said({ type: 'file', mediaUrl, text: 'These' })).toEqual(['These', `red boots.png: ${mediaUrl}`]);
    expect(said({ type: 'file', mediaUrl: 'not an address' })).toEqual(['not an address']);
  });

  it('includes forms with answers, lists, locations and buttons', () => {
    const fields = [
      { type: 'text', name: 'name', label: 'Name', text: 'Grace' },
      { type: 'select', name: 'size', label: 'Size', select: [{ name: 's', label: 'Small' }] },
    ];
    expect(said({ type: 'formResponse', fields, textFallback: 'Name: Grace, Size: Small' })).toEqual([
      'Name: Grace',
      'Size: Small',
    ]);
    const actions = [{ type: 'link', text: 'Buy', uri: 'https://shop.example/buy' }];
    expect(said({ type: 'carousel', items: [{ title: 'Otter', description: 'Quick', actions }] })).toEqual([
      'Otter: Quick',
      'Buy: https://shop.example/buy',
    ]);
    expect(
      said({ type: 'location', location: { name: 'Shed' }, coordinates: { lat: 59.9, long: 10.7 } }),
    ).toEqual(['Shed', '59.9, 10.7']);
  });

  it('names a message that has no text form', () => {
    expect(said({ type: 'template' })).toEqual(['Not for here']);
    expect(said({ type: 'template', textFallback: 'A card' })).toEqual(['A card']);
    expect(
      said({ items: [null, 3], fields: [null, 'x'], actions: [{}], coordinates: 7, location: [] }),
    ).toEqual(['Not for here']);
  });
});
