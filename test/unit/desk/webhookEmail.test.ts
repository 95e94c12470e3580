import { describe, expect, it } from 'vitest';
import type { Message, User } from '../../../examples/support-desk/server/model/entities';
import { eventView } from '../../../examples/support-desk/server/webhooks/eventView';
import { aConversation } from '../../support/deskRows';

const USER = { id: 'u', profile: {}, properties: {}, clients: [], corrections: {} } as unknown as User;

/** The message of an event, as webhooks get it. */
const told = (body: Message['body'], mailText?: string) => {
  const conversation = aConversation('u');
  const message: Message = {
    id: 'm',
    conversationId: conversation.id,
    referenceId: null,
    received: 1,
    role: 'appUser',
    type: 'text',
    body: { text: 'Two.', ...body },
  };
  const event = { type: 'conversation:message', conversation, user: USER, message, mailText } as const;
  const includes = { includeFullUser: false, includeFullSource: false };
  const { payload } = eventView(event, { id: 'e', at: 1 }, [], includes) as {
    payload: { message: Record<string, unknown> };
  };
  return payload.message;
};
const EMAIL = { source: { type: 'email' }, email: { isFolded: true, from: 'a@b', acceptedBy: 'Ben' } };

describe('what a webhook is told of an email', () => {
  it('is what the message shows, and the whole of it', () => {
    expect(told(EMAIL, 'Two.\n> We have it.')).toMatchObject({
      content: { text: 'Two.' },
      source: { type: 'email' },
      email: { isFolded: true, text: 'Two.\n> We have it.' },
    });
    expect(JSON.stringify(told(EMAIL, 'x'))).not.toMatch(/acceptedBy|isCut/);
  });

  it('is the beginning of a long one, and says so', () => {
    const { email } = told(EMAIL, 'x'.repeat(50_000)) as { email: { text: string; isCut: boolean } };
    expect([email.text.length, email.isCut]).toEqual([32_000, true]);
  });

  it('names the files that are missing, and is nothing for any other message', () => {
    const leftOut = [{ name: 'a.exe', reason: 'type' }];
    expect(told({ leftOut, saysLeftOut: true }).email).toEqual({ leftOut, saysLeftOut: true });
    expect(told({ leftOut }).email).toEqual({ leftOut });
    expect(told({ email: EMAIL.email }).email).toEqual({ isFolded: true, from: 'a@b' });
    expect(told({})).toMatchObject({ email: undefined });
  });
});
