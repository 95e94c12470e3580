import { computed, type ReadonlySignal } from '@preact/signals-react';
import type { AgentMessage } from '../../shared/agentApi';
import { replyBody } from '../model/formatted';
import type { Drafts } from './drafts';
import type { createQuotes } from './quotes';
import { createTakeBack } from './takingBack';
import type { Thread } from './thread';
import type { OwnTyping } from './typing';

/** Answers the visitor of the open conversation. */
export type Replying = {
  /** The message of the open conversation that the next reply quotes. */
  quoted: ReadonlySignal<AgentMessage | undefined>;
  quote(message: AgentMessage | undefined): void;
  send(text: string): void;
  /** Removes a message that was not sent, by its key; its text and its quote go back to the reply. */
  takeBack(id: string, key: string): void;
  /** Sends files to the open conversation, one after another. */
  sendFiles(files: readonly File[]): void;
};

export type ReplyingDeps = {
  drafts: Drafts;
  quotes: ReturnType<typeof createQuotes>;
  ownTyping: OwnTyping;
  activeId: ReadonlySignal<string | undefined>;
  threadOf(id: string): Thread;
};

export const createReplying = (deps: ReplyingDeps): Replying => {
  const { drafts, quotes, activeId, threadOf } = deps;
  return {
    quoted: computed(() => (activeId.value === undefined ? undefined : quotes.of(activeId.value))),
    quote: (message) => {
      const id = activeId.peek();
      if (id !== undefined) quotes.set(id, message);
    },
    send: (text) => {
      const id = activeId.peek();
      if (id === undefined || !text.trim()) return;
      drafts.set(id, '');
      deps.ownTyping.stop();
      const quoted = quotes.of(id);
      quotes.set(id, undefined);
      void threadOf(id).send({
        type: 'text',
        ...replyBody(text),
        ...(quoted && { quotedMessageId: quoted._id }),
      });
    },
    takeBack: createTakeBack({ threadOf, drafts, quotes }),
    sendFiles: (files) => {
      const id = activeId.peek();
      if (id === undefined) return;
      for (const file of files) void threadOf(id).sendFile(file);
    },
  };
};
