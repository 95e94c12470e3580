import { describe, expect, it } from 'vitest';
import {
  decodeActions,
  decodeItems,
  decodeMarks,
  decodeMedia,
  decodePlace,
  decodeQuote,
  decodeReferences,
} from '../../../src/wire/rich';

const DECODERS = [
  decodeActions,
  decodeItems,
  decodeMarks,
  decodeMedia,
  decodePlace,
  decodeQuote,
  decodeReferences,
];

describe('rich fields', () => {
  it('are read whatever they are', () => {
    for (const decode of DECODERS) {
      for (const value of [undefined, null, 1, 'x', true, [], [null, 1, 'x', [[]]], {}, { length: 3 }]) {
        expect(() => decode(value)).not.toThrow();
      }
    }
  });

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
    expect([decodeActions(many), decodeItems(many), decodeReferences(many)].map((l) => l.length)).toEqual([
      50, 50, 50,
    ]);
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

  it('have coordinates that are on Earth, or none', () => {
    expect(decodePlace({ coordinates: { lat: -90, long: 180 } })).toEqual({ lat: -90, long: 180 });
    for (const coordinates of [
      { lat: 91, long: 0 },
      { lat: 0, long: -181 },
      { lat: 1 },
      { lat: '1', long: '2' },
    ]) {
      expect(decodePlace({ coordinates })).not.toHaveProperty('lat');
    }
  });

  it('quote by words or by the id of a message', () => {
    expect(decodeQuote({ quotedMessage: { type: 'message', content: { text: 'a' } } })).toEqual({
      text: 'a',
    });
    expect(decodeQuote({ quotedMessage: { type: 'externalMessageId', externalMessageId: 'e' } })).toEqual({
      id: 'e',
    });
    expect(decodeQuote({ quotedMessageId: 'm' })).toEqual({ id: 'm' });
    expect(decodeQuote({ text: 'none' })).toBeUndefined();
  });

  it('name a source by its address where it has no title', () => {
    expect(decodeReferences([{ uri: 'https://a.example/' }, {}])).toEqual([
      { title: 'https://a.example/', uri: 'https://a.example/', description: undefined },
    ]);
  });

  it('mark what is no person', () => {
    expect(decodeMarks(['agent', 'bot', 'AI', 'toString'])).toEqual(['AI', 'bot']);
  });
});
