import { describe, expect, it } from 'vitest';
import { decodeActions, decodeItems, decodeMedia, fileNameOf } from '../../../src/wire/rich';

describe('rich fields', () => {
  it('keep the actions that have a known type and words, each with an id', () => {
    expect(
      decodeActions([
        { _id: 'a', type: 'buy', text: ' Buy ', uri: 'u', amount: 5, currency: 'EUR', state: 'paid' },
        { type: 'dance', text: 'no' },
        { type: 'reply' },
        { type: 'reply', text: 'Yes', payload: 7, metadata: 'no' },
      ]).map(({ id, type, text, uri, amount, paid, payload, metadata }) => ({
        id,
        type,
        text,
        uri,
        amount,
        paid,
        payload,
        metadata,
      })),
    ).toEqual([
      { id: 'a', type: 'buy', text: 'Buy', uri: 'u', amount: 5, paid: true },
      { id: '3', type: 'reply', text: 'Yes', paid: false, metadata: {} },
    ]);
  });

  it('take a webview’s fallback where it has no address', () => {
    expect(decodeActions([{ type: 'webview', text: 'W', fallback: 'https://a.example/' }])[0]?.uri).toBe(
      'https://a.example/',
    );
  });

  it('are cut where there are too many', () => {
    const many = Array.from({ length: 1000 }, () => ({ type: 'reply', text: 'x', title: 'x' }));
    expect([decodeActions(many), decodeItems(many)].map((l) => l.length)).toEqual([50, 50]);
  });

  it('have a size with both sides or none', () => {
    expect(decodeMedia({ mediaWidth: 4, mediaHeight: 3 })).toMatchObject({ width: 4, height: 3 });
    for (const bad of [
      { mediaWidth: 4 },
      { mediaWidth: 4, mediaHeight: 0 },
      { mediaWidth: -4, mediaHeight: 3 },
    ]) {
      expect(decodeMedia(bad)).not.toHaveProperty('width');
    }
  });

  it('name a file by the end of its address', () => {
    expect(fileNameOf('https://a.example/f/red%20boots.png?x=1')).toBe('red boots.png');
    for (const none of ['not an address', 'https://a.example/', 'https://a.example/%']) {
      expect(fileNameOf(none), none).toBeUndefined();
    }
  });
});
