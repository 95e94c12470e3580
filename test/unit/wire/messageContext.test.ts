import { describe, expect, it } from 'vitest';
import { decodeMarks, decodeQuote, decodeReferences } from '../../../src/wire/messageContext';

describe('what stands around a message', () => {
  it('quotes by words or by the id of a message', () => {
    expect(decodeQuote({ quotedMessage: { type: 'message', content: { text: 'a' } } })).toEqual({
      text: 'a',
    });
    expect(decodeQuote({ quotedMessage: { type: 'externalMessageId', externalMessageId: 'e' } })).toEqual({
      id: 'e',
    });
    expect(decodeQuote({ quotedMessageId: 'm' })).toEqual({ id: 'm' });
    expect(decodeQuote({ text: 'none' })).toBeUndefined();
  });

  it('names a source by its address where it has no title', () => {
    expect(decodeReferences([{ uri: 'https://a.example/' }, {}])).toEqual([
      { title: 'https://a.example/', uri: 'https://a.example/', description: undefined },
    ]);
  });

  it('marks what is no person', () => {
    expect(decodeMarks(['agent', 'bot', 'AI', 'toString'])).toEqual(['AI', 'bot']);
  });

  it('has fifty sources at most', () => {
    expect(decodeReferences(Array(1000).fill({ title: 'x' }))).toHaveLength(50);
  });
});
