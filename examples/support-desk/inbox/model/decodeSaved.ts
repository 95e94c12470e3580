import { listOf, num, obj, oneOf, str } from '@porch/messenger/wire/decode';
import { shownLabel, shownText } from '@porch/messenger/wire/shown';
import type { AgentSavedFile, SavedAct } from '../../shared/answers/acts';
import type { AgentSavedReply } from '../../shared/answers/work';
import type { Followed, FollowUp, NextAct } from './acts';
import { decodeAgentConversation, decodeAgentMessage } from './decode';

export const decodeSavedFile = (value: unknown): AgentSavedFile | undefined => {
  const raw = obj(value);
  const id = str(raw.id);
  return id
    ? {
        id,
        fileName: shownLabel(raw.fileName) ?? 'File',
        mediaType: str(raw.mediaType) ?? '',
        size: num(raw.size) ?? 0,
        mediaUrl: str(raw.mediaUrl),
      }
    : undefined;
};

/** Decodes an act of a saved reply. One of a newer desk is left out. */
const decodeSavedAct = (value: unknown): SavedAct | undefined => {
  const raw = obj(value);
  const tag = shownLabel(raw.tag);
  if (raw.act === 'tag') return tag ? { act: 'tag', tag } : undefined;
  if (raw.act === 'assign') return { act: 'assign', agentId: str(raw.agentId) };
  if (raw.act === 'snooze') return { act: 'snooze', until: oneOf(raw.until, ['tomorrow', 'week'] as const) };
  return raw.act === 'close' ? { act: 'close' } : undefined;
};

export const decodeNextAct = (value: unknown): NextAct | undefined => {
  const file = obj(value).act === 'file' ? decodeSavedFile(obj(value).file) : undefined;
  return file ? { act: 'file', file } : decodeSavedAct(value);
};

/** Decodes a stored follow-up. */
export const decodeFollowUp = (value: unknown): FollowUp | undefined => {
  const acts = listOf(obj(value).acts, decodeNextAct);
  const { received, assigneeId } = obj(obj(value).seen);
  const time = num(received);
  const seen =
    time === undefined
      ? undefined
      : { received: time, ...(assigneeId !== undefined && { assigneeId: str(assigneeId) ?? null }) };
  return acts.length > 0 ? { acts, seen } : undefined;
};

/** Decodes what the desk did after a reply. */
export const decodeFollowed = (value: unknown): Followed | undefined => {
  const raw = obj(value);
  const conversation = decodeAgentConversation(raw.conversation);
  if (!conversation) return undefined;
  return {
    conversation,
    messages: listOf(raw.messages, decodeAgentMessage),
    refused: listOf(raw.refused, (entry) => {
      const index = num(obj(entry).index);
      return index === undefined
        ? undefined
        : { index, description: shownLabel(obj(entry).description) ?? 'The desk refused it' };
    }),
  };
};

export const decodeSavedReply = (value: unknown): AgentSavedReply | undefined => {
  const raw = obj(value);
  const _id = str(raw._id);
  const shortcut = shownLabel(raw.shortcut);
  const text = shownText(raw.text);
  if (!_id || !shortcut || !text) return undefined;
  return {
    _id,
    shortcut,
    text,
    folder: shownLabel(raw.folder) ?? '',
    acts: listOf(raw.acts, decodeSavedAct),
    files: listOf(raw.files, decodeSavedFile),
    author: shownLabel(raw.author) ?? '',
    savedAt: num(raw.savedAt) ?? 0,
  };
};
