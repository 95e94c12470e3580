import { type Draft, fromWire, type Message, optimistic } from '../../src/model/message';
import { decodeMessage, type WireMessage } from '../../src/wire/message';

/** A message as the service sends it, decoded the way the messenger does. @param received float seconds */
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

/** The visitor's own, as the service sends it. */
export const own = (
  _id: string,
  received: number,
  referenceId?: string,
  more: Record<string, unknown> = {},
): WireMessage => wire(_id, received, { role: 'appUser', referenceId, ...more });

/** A message the log holds, come from the service. */
export const held = (_id: string, received: number, more: Record<string, unknown> = {}): Message =>
  fromWire(wire(_id, received, more));

/** A message the visitor wrote that the service has not confirmed. */
export const unsent = (referenceId: string, received: number, draft: Partial<Draft> = {}): Message =>
  optimistic({ text: `text of ${referenceId}`, ...draft }, referenceId, received, {
    appUserId: 'user-1',
    sessionId: 'session-1',
  });
