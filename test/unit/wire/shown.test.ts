import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeAgentConversation,
  decodeAgentMessage,
} from '../../../examples/support-desk/inbox/model/decode';
import { fileName } from '../../../examples/support-desk/inbox/model/describe';
import type { AgentMessage } from '../../../examples/support-desk/shared/answers/messages';
import { decodeLocation } from '../../../src/messageKinds/location/decode';
import { decodeConfig } from '../../../src/wire/config';
import { decodeConversation } from '../../../src/wire/conversation';
import { decodeExtensionMessage } from '../../../src/wire/extension';
import { decodeMessage } from '../../../src/wire/message';
import { decodeReferences } from '../../../src/wire/messageContext';
import { decodeRealtimeEvent } from '../../../src/wire/realtime';
import { decodeActions, decodeItems, decodeMedia } from '../../../src/wire/rich';
import { shownLabel, shownText } from '../../../src/wire/shown';

const TURNS = [...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'];

describe('what a service says', () => {
  it.each(TURNS)('is drawn without what turns its direction: %j', (turn) => {
    expect(shownText(`invoice${turn}fdp.exe`)).toBe('invoicefdp.exe');
    expect(shownLabel(`${turn}invoice${turn}${turn}fdp.exe`)).toBe('invoicefdp.exe');
  });

  it('keeps what writing from right to left needs', () => {
    const text = 'שלום\u200f! مرحبا\u061c a\u200eb نمی\u200cخواهم';
    expect(shownText(text)).toBe(text);
  });

  it('keeps as many marks on a letter as any language has, and no heap of them', () => {
    for (const text of [
      'Tiếng Việt',
      'हिन्दी क्षत्रिय',
      'בְּרֵאשִׁ֖ית',
      'ཨོཾ་མ་ཎི་',
      '👩🏽‍🚀 ❤️',
      'e\u0301'.repeat(500),
    ]) {
      expect(shownText(text)).toBe(text);
    }
    expect(shownText(`a${'\u0301'.repeat(100_000)}b`)).toBe(`a${'\u0301'.repeat(8)}b`);
  });

  it('is no label of more than 512 characters, and no emoji is cut in two', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 1000 }), (text) => {
        const label = shownLabel(`${text}${'😀'.repeat(300)}`) as string;
        expect(label.replace('…', '').length).toBeLessThanOrEqual(512);
        expect(label.endsWith('…')).toBe(true);
        expect(/\p{Surrogate}/u.test(label)).toBe(false);
      }),
    );
    expect(shownLabel('a'.repeat(512))).toHaveLength(512);
  });

  it('that is no string is nothing', () => {
    for (const value of [undefined, null, 1, {}, []]) {
      expect([shownText(value), shownLabel(value)]).toEqual([undefined, undefined]);
    }
  });

  it('is so wherever it is read: of messages, conversations, events, the configuration, pages, and the inbox', () => {
    const v = 'a\u202eb';
    const action = { type: 'link', text: v, uri: 'https://a.example' };
    const read = [
      decodeMessage({
        _id: 'm',
        received: 1,
        text: v,
        name: v,
        altText: v,
        textFallback: v,
        markdownText: v,
        raw: 0,
      }),
      decodeConversation({ _id: 'c', displayName: v, description: v }),
      decodeRealtimeEvent({
        type: 'activity',
        conversationId: 'c',
        activity: { type: 'typing:start', data: { name: v } },
      }),
      { ...decodeConfig({ messenger: { title: v, description: v } }).messenger, raw: 0 },
      decodeExtensionMessage({ porch: 1, type: 'setTitle', title: v }),
      decodeActions([action]),
      decodeItems([{ title: v, description: v, altText: v, mediaUrl: 'x', actions: [action] }]),
      decodeMedia({ altText: v }),
      decodeLocation({ location: { name: v, address: v } }),
      decodeReferences([{ title: v, description: v }]),
      decodeAgentMessage({ _id: 'm', received: 1, text: v, name: v, altText: v }),
      decodeAgentConversation({
        _id: 'c',
        displayName: v,
        visitor: { currentTitle: v, currentUrl: v, referrer: v },
      }),
      {
        name: fileName({ mediaUrl: `https://a.example/${encodeURIComponent(v)}` } as unknown as AgentMessage),
      },
    ].map((value) => JSON.stringify({ ...value, raw: 0, flags: 0 }));
    for (const text of read) {
      expect(text).toContain('ab');
      expect(text).not.toContain('\u202e');
    }
  });
});
