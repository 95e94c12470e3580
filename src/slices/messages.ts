import { type ReadonlySignal, type Signal, signal } from '@preact/signals-react';
import type { Message } from '../model/message';
import { addOptimistic, mergeMessages, patchMessage } from '../model/messageOrder';
import type { WireMessage } from '../wire/message';

/** The key of messages that are written before their conversation exists. */
export const NEW_CONVERSATION = '';

const NONE: readonly Message[] = [];

/** Changes or hides a message on screen; the service's messages do not change. */
type Display = (held: readonly Message[], conversationId: string) => readonly Message[];

/** What the card draws of a conversation before the service has answered; undefined to draw the held messages. */
export type DrawKept = (conversationId: string) => readonly Message[] | undefined;

export type Messages = ReturnType<typeof createMessages>;

/** All held messages by conversation. This slice alone owns message order, status and unsent messages. */
export const createMessages = () => {
  const logs = new Map<string, Signal<readonly Message[]>>();
  const display = signal<Display | undefined>(undefined);
  const kept = signal<DrawKept | undefined>(undefined);
  const log = (conversationId: string) => {
    let held = logs.get(conversationId);
    if (!held) {
      held = signal(NONE);
      logs.set(conversationId, held);
    }
    return held;
  };
  const change = (conversationId: string, rule: (held: readonly Message[]) => readonly Message[]): void => {
    const held = log(conversationId);
    held.value = rule(held.value);
  };
  const add = (conversationId: string, message: Message) =>
    change(conversationId, (held) => addOptimistic(held, message));
  const shown = (conversationId: string, held = log(conversationId).value): readonly Message[] =>
    display.value?.(held, conversationId) ?? held;
  return {
    /** The conversation's messages, ascending by `received`; the same array while nothing changes. */
    of: (conversationId: string): ReadonlySignal<readonly Message[]> => log(conversationId),
    /** The service's messages as the visitor sees them. Reads signals, so effects that call it run again. */
    shown: (conversationId: string) => shown(conversationId),
    /**
     * The messages as the card draws them, with those that the browser has kept. These are not counted, reported or
     * announced.
     */
    drawn: (conversationId: string) => shown(conversationId, kept.value?.(conversationId)),
    /** Sets the function that adds the messages that the browser has kept, until the service has sent them. */
    keepBy(draw?: DrawKept) {
      kept.value = draw;
    },
    /** Sets the page's function that changes messages. */
    displayBy(change: Display) {
      display.value = change;
    },
    /** @param isRead whether the messages were fetched, not sent to the page */
    merge: (conversationId: string, arriving: readonly WireMessage[], isRead?: boolean) =>
      change(conversationId, (held) => mergeMessages(held, arriving, isRead)),
    add,
    patch: (conversationId: string, key: string, patch: Partial<Message>) =>
      change(conversationId, (held) => patchMessage(held, key, patch)),
    /** Changes a conversation's messages with a function of `model/`. */
    change,
    /**
     * Moves messages written before the conversation existed into it, except those that another tab has
     * already sent.
     */
    adopt(conversationId: string) {
      const waiting = log(NEW_CONVERSATION);
      const held = log(conversationId).value;
      for (const message of waiting.value) {
        if (!held.some((m) => m.key === message.key)) add(conversationId, message);
      }
      waiting.value = NONE;
    },
    reset() {
      for (const held of logs.values()) held.value = NONE;
    },
  };
};
