import { type Draft, fromWire, type Message, optimistic } from '../../src/model/message';
import { decodeConversation, type WireConversation } from '../../src/wire/conversation';
import { decodeMessage, type WireMessage } from '../../src/wire/message';

/**
 * A message as the service sends it, decoded as the messenger does.
 * @param received seconds since 1970, with fractions
 */
export const wire = (_id: string, received: number, more: Record<string, unknown> = {}): WireMessage => {
  const message = decodeMessage({
    type: 'text',
    role: 'appMaker',
    text: `text of ${_id}`,
    ...more,
    _id,
    received,
  });
  if (!message) throw new Error('this is no message');
  return message;
};

/** A conversation as the service sends it, decoded as the messenger does. */
export const wireConversation = (_id: string, more: Record<string, unknown> = {}): WireConversation => {
  const conversation = decodeConversation({ ...more, _id });
  if (!conversation) throw new Error('this is no conversation');
  return conversation;
};

/** A message by the visitor, as the service sends it. */
export const own = (
  _id: string,
  received: number,
  referenceId?: string,
  more: Record<string, unknown> = {},
): WireMessage => wire(_id, received, { role: 'appUser', referenceId, ...more });

/** A message in the log that came from the service. */
export const held = (_id: string, received: number, more: Record<string, unknown> = {}): Message =>
  fromWire(wire(_id, received, more));

/** A message by the visitor that the service has not yet confirmed. */
export const unsent = (referenceId: string, received: number, draft: Partial<Draft> = {}): Message =>
  optimistic({ text: `text of ${referenceId}`, ...draft }, referenceId, received, {
    appUserId: 'user-1',
    sessionId: 'session-1',
  });

/** The fields of a form as a service sends them: a text, an address and a choice. */
export const FORM_FIELDS = [
  { type: 'text', name: 'name', label: 'Name' },
  { type: 'email', name: 'mail', label: 'Email' },
  {
    type: 'select',
    name: 'boat',
    label: 'Boat',
    options: [
      { name: 'o', label: 'Otter' },
      { name: 'e', label: 'Elk' },
    ],
  },
] as const;
