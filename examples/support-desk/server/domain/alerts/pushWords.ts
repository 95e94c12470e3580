import { shownLabel, shownText } from '@porch/messenger/wire/shown';
import { cutText } from '../../../shared/cutText';
import { mentionTitle } from '../../../shared/handOvers';
import { SHORT_TEXT } from '../../../shared/listRow';
import type { PushSubject } from '../../model/pushEntities';
import { waitsSince } from '../conversations/waiting';
import type { Deps } from '../deps';
import { inboxView } from '../inboxViews';
import { textOf } from '../messages/messageText';

/** What the inbox's service worker shows. `tag`: the next one with it replaces this one. */
export type PushNotice = { title: string; body: string; tag: string; conversation?: string };

const LONGEST_TITLE = 100;
/** How many of the newest notes may have the mention. */
const NOTES = 500;

const cleaned = (title: string, body: string) => ({
  title: cutText((shownLabel(title) ?? '').replace(/\s+/g, ' '), LONGEST_TITLE),
  body: cutText(shownText(body) ?? '', SHORT_TEXT),
});

type Noted = { text?: string; author?: { name?: string } };

/** What a push message shows now; undefined if there is no longer a reason for it. */
export const noticeOf = async (
  { store }: Pick<Deps, 'store'>,
  { id, conversationId, noteId, body }: PushSubject,
): Promise<PushNotice | undefined> => {
  const row = await store.inboxRow(conversationId);
  if (!row) return undefined;
  const { displayName } = inboxView(row);
  const about = { tag: id, conversation: conversationId };
  if (noteId !== null) {
    const notes = await store.happenings(conversationId, 'note', NOTES);
    const note = notes.find((one) => one.id === noteId)?.body as Noted | undefined;
    const text = `${displayName}: ${note?.text ?? ''}`;
    return note && { ...cleaned(mentionTitle(note.author?.name), text), ...about };
  }
  if (body !== null) return { ...cleaned(displayName, body), ...about };
  const { conversation, lastMessage } = row;
  if (waitsSince(conversation) === null || lastMessage?.role !== 'appUser') return undefined;
  return { ...cleaned(displayName, textOf(lastMessage)), ...about };
};
