import { describe, expect, it } from 'vitest';
import { knownDevice, markDevice } from '../../../examples/support-desk/server/domain/accounts/devices';

let made = 0;
const newId = () => `browser-${'x'.repeat(12)}${made++}`;
const mark = (before: string | undefined, email: string, key = 'key') =>
  markDevice(key, before, email, newId);

describe('the mark of a browser', () => {
  it('is known for the accounts that have signed in there, the last five, under one id', () => {
    const emails = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@shop.example`);
    const all = emails.reduce<string | undefined>((before, email) => mark(before, email), undefined);
    const ids = emails.map((email) => knownDevice('key', all, email));
    expect(ids).toEqual([undefined, ...Array(5).fill(all?.split('.')[0])]);
    expect(mark(all, 'b@shop.example').split('.')).toHaveLength(6);
    expect(knownDevice('key', all, 'stranger@shop.example')).toBeUndefined();
  });

  it('is made by the desk alone', () => {
    const good = mark(undefined, 'ada@shop.example');
    const [id = '', signed = ''] = good.split('.');
    const other = mark(undefined, 'ada@shop.example').split('.')[0];
    for (const forged of [
      undefined,
      '',
      '.',
      id,
      `${id}.`,
      `.${signed}`,
      `${other}.${signed}`,
      `${id}.${signed.slice(1)}`,
      `${id}.${signed}x`,
      `${id} .${signed}`,
      `${id}${'.x'.repeat(5)}.${signed}`,
      mark(undefined, 'ada@shop.example', 'another key'),
      'a'.repeat(5000),
    ])
      expect(knownDevice('key', forged, 'ada@shop.example'), forged).toBeUndefined();
    expect(knownDevice('key', good, 'ada@shop.example')).toBe(id);
    // What is no mark is replaced.
    expect(knownDevice('key', mark('no mark', 'ada@shop.example'), 'ada@shop.example')).toBeDefined();
  });
});
