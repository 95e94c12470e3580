import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-react';
import type { AgentMessage } from '../../../shared/answers/messages';
import type { FollowUp } from '../../model/acts';
import { newestReceived } from '../../model/entries';
import { replyBody } from '../../model/formatted';
import type { Drafts } from '../writing/drafts';
import type { NextActs } from '../writing/nextActs';
import type { Quotes } from '../writing/quotes';
import type { Undo } from '../writing/undo';
import type { Conversations } from './conversations';
import type { Following } from './following';
import type { Notes } from './notes';
import { createTakeBack } from './takingBack';
import type { Thread } from './thread';
import type { OwnTyping } from './typing';

/** A colleague who answered after the agent began to write. */
type Overtaken = { id: string; name: string };

/** Answers the visitor of the open conversation. */
export type Replying = {
  /** What the next replies do. */
  nextActs: NextActs;
  /** What the desk does after replies. */
  following: Following;
  /** The message of the open conversation that the next reply quotes. */
  quoted: ReadonlySignal<AgentMessage | undefined>;
  quote(message: AgentMessage | undefined): void;
  /** Stores what the agent has typed in a conversation. */
  write(id: string, text: string): void;
  /**
   * Sends a reply, unless a colleague has answered since. Then `overtaken` is set.
   * @param anyway sends it in any case
   * @returns whether it was sent
   */
  send(text: string, anyway?: boolean): boolean;
  overtaken: ReadonlySignal<Overtaken | undefined>;
  /** The agent reads first. Only a newer answer warns again. */
  readFirst(): void;
  /** Removes an unsent message by its key; its text and its quote go back to the reply. */
  takeBack(id: string, key: string): void;
  /** Sends files one after another, unless a note is being written. @param the conversation, by default the open one */
  sendFiles(files: readonly File[], to?: string): void;
};

type ReplyingParts = { replying: Replying; dispose(): void };

type ReplyingDeps = {
  drafts: Drafts;
  following: Following;
  notes: Pick<Notes, 'refuseFiles'>;
  quotes: Quotes;
  nextActs: NextActs;
  undo: Pick<Undo, 'waitMs'>;
  ownTyping: OwnTyping;
  /** The id of the signed-in agent. */
  ownId: string;
  activeId: ReadonlySignal<string | undefined>;
  threadOf(id: string): Thread;
  conversations: Pick<Conversations, 'items' | 'get'>;
};

export const createReplying = (deps: ReplyingDeps): ReplyingParts => {
  const { drafts, quotes, nextActs, activeId, threadOf, conversations } = deps;
  const isOpen = (id: string) =>
    conversations.items.peek().find(({ _id }) => _id === id)?.status === 'active';
  const overtaken = signal<Overtaken | undefined>(undefined);
  /** `received` of the newest message when the agent began to write, by conversation. */
  const begun = new Map<string, number>();

  const begin = (id: string): void =>
    void begun.set(id, newestReceived(threadOf(id).entries.peek()) ?? Number.NEGATIVE_INFINITY);

  // A reply written before a reload, or before the messages loaded, starts once they have.
  const stopBeginning = effect(() => {
    const id = activeId.value;
    const isWritten = id !== undefined && drafts.get(id).trim() !== '';
    if (!isWritten || threadOf(id).status.value !== 'ready') return;
    if (!begun.has(id)) untracked(() => begin(id));
  });

  /** The newest answer of a colleague since then. */
  const answerOfOther = (id: string): AgentMessage | undefined => {
    const since = begun.get(id);
    if (since === undefined) return undefined;
    return threadOf(id)
      .entries.peek()
      .findLast(({ message, state }) => {
        const { role, received, authorId } = message;
        return state === 'sent' && role === 'appMaker' && received > since && authorId !== deps.ownId;
      })?.message;
  };

  /** What follows the reply. The next one begins without. */
  const takeFollowUp = (id: string): FollowUp | undefined => {
    const acts = nextActs.of(id);
    nextActs.set(id, []);
    if (acts.length === 0) return undefined;
    const conversation = conversations.get(id);
    const received = threadOf(id).seen() ?? conversation?.lastMessage?.received ?? 0;
    return { acts, seen: { received, assigneeId: conversation?.assigneeId ?? null } };
  };

  const replying: Replying = {
    nextActs,
    following: deps.following,
    quoted: computed(() => (activeId.value === undefined ? undefined : quotes.of(activeId.value))),
    quote: (message) => {
      const id = activeId.peek();
      if (id !== undefined) quotes.set(id, message);
    },
    write: (id, text) => {
      if (!text.trim()) {
        begun.delete(id);
        // Another text must not close the conversation unseen.
        nextActs.set(id, []);
      }
      drafts.set(id, text);
      deps.ownTyping.input(id, text);
    },
    overtaken: computed(() => (overtaken.value?.id === activeId.value ? overtaken.value : undefined)),
    readFirst: () => {
      const id = overtaken.peek()?.id;
      if (id !== undefined) begin(id);
      overtaken.value = undefined;
    },
    send: (text, anyway = false) => {
      const id = activeId.peek();
      if (id === undefined || !text.trim()) return false;
      const answer = anyway ? undefined : answerOfOther(id);
      overtaken.value = answer && { id, name: answer.name?.trim() || 'A colleague' };
      if (answer) return false;
      begun.delete(id);
      drafts.set(id, '');
      const quoted = quotes.of(id);
      quotes.set(id, undefined);
      const followUp = takeFollowUp(id);
      const received = newestReceived(threadOf(id).entries.peek()) ?? 0;
      // It may be sent later: when it can no longer be undone, or when the desk can be reached.
      const seen = { received, open: isOpen(id) };
      const reply = {
        type: 'text',
        ...replyBody(text),
        ...(quoted && { quotedMessageId: quoted._id }),
        seen,
      };
      void threadOf(id).send(reply, deps.undo.waitMs(), followUp);
      // After it, so that colleagues see the agent answer until the desk has the reply.
      deps.ownTyping.stop();
      return true;
    },
    takeBack: createTakeBack({ threadOf, drafts, quotes, nextActs }),
    sendFiles: (files, id = activeId.peek()) => {
      if (id === undefined || deps.notes.refuseFiles(id)) return;
      for (const file of files) void threadOf(id).sendFile(file);
    },
  };
  return { replying, dispose: stopBeginning };
};
