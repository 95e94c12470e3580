import { fileSize } from '@porch/messenger/i18n/fileSize';
import { str, within } from '@porch/messenger/wire/decode';
import { MOST_BYTES } from '@porch/messenger/wire/message';
import { fileNameOf } from '@porch/messenger/wire/rich';
import type { AgentConversation } from '../../shared/answers/conversations';
import type { AgentMessage } from '../../shared/answers/messages';
import { cutText } from '../../shared/cutText';
import { kindOf } from '../../shared/messageKinds';
import { messageText } from '../../shared/messageText';
import type { Happening } from './decodeHappenings';
import { untilWords } from './snoozes';

/** The tag that names a message's type; none for plain text. */
export const typeTag = (type: string): string | undefined =>
  type === 'text' ? undefined : (kindOf(type)?.tag ?? cutText(type, 40));

/** Why a snooze is over. */
const WAKING: Readonly<Record<string, string>> = {
  time: 'The snooze is over',
  visitor: 'Woken by the visitor',
  removed: 'Woken automatically: its agent was removed from the team',
};

/** The line that describes a change: who made it, or the desk. */
const changeText = ({ what, assignee, why, until, by }: Happening, displayName: string): string => {
  const who = assignee || 'an agent';
  const maker = by ? ` by ${by}` : '';
  switch (what) {
    case 'assigned':
      if (why === 'turn') return `Assigned to ${who} in turn`;
      return why === 'reply'
        ? `Assigned to ${who} automatically, by their answer`
        : `Assigned to ${who}${by === assignee ? '' : maker}`;
    case 'snoozed':
      return `Snoozed${maker} ${untilWords(until)}`;
    case 'woke':
      return `${WAKING[why ?? ''] ?? 'Woken'}${maker}`;
    case 'routed':
      return `Given to ${who} automatically`;
    case 'unassigned':
      return `Unassigned automatically: ${who} was removed from the team`;
    case 'handedOver':
      return `Put in the queue automatically: ${who} did not take the message`;
    case 'merged':
      if (by) return `${by} merged ${assignee || 'this visitor'} into ${displayName}`;
      return `${displayName} logged in, and was ${assignee || 'anonymous'} before`;
    case 'separated':
      return `${by ?? 'An agent'} separated this visitor from ${assignee || 'another'}`;
    case 'ended':
      return `Ended by ${displayName}`;
    case 'mailed':
      return `Sent by email to ${displayName}`;
    case 'answersMailed':
      return `Unread answers sent to ${displayName} by email automatically`;
    case 'answersDelayed':
      return `Unread answers not sent to ${displayName} yet: the mail server does not take them. They are tried again automatically`;
    case 'answersHeld':
      return `Unread answers not sent to ${displayName} yet: the desk sends few emails to an address that nobody has answered from. They are sent later automatically`;
    case 'answersRefused':
      return `Unread answers not sent to ${displayName}: the mail server refused them. They go with the next answer`;
    case 'answersNotMailed':
      return `Unread answers not sent to ${displayName}: the mail server took none of many tries. They go with the next answer`;
    case 'teamMailed':
      return 'The team was told by email automatically that this visitor waits';
    case 'rated':
      return `Rated by ${displayName}`;
    case 'callMissed':
      return `Missed call from ${displayName}`;
    case 'callTaken':
      return `Call taken by ${who}`;
    case 'edited':
      return `Message edited${maker}`;
    case 'deleted':
      return `Message deleted${maker}`;
    case 'queued':
      return `Put in the queue${maker}`;
    case 'closed':
      return `Closed${maker}`;
    default:
      return `Reopened by ${by ?? displayName}`;
  }
};

/** The line that describes a happening. */
export const happeningText = (
  happening: Happening,
  { displayName }: Pick<AgentConversation, 'displayName'>,
): string => {
  const { kind, text, author } = happening;
  if (kind === 'postback') return `${displayName} pressed ${text ? `“${text}”` : 'a button'}`;
  if (kind === 'referral') return `${displayName} answered a campaign`;
  if (kind === 'note') return `Note from ${author?.name ?? 'an agent'}: ${text ?? ''}`;
  return changeText(happening, displayName);
};

/** Who has a closed conversation again when it opens. */
const opensFor = ({ assignee, assigneeId }: AgentConversation, ownId: string): string => {
  if (assigneeId === undefined) return '';
  return assigneeId === ownId ? ', assigned to you' : `, assigned to ${assignee || 'its agent'}`;
};

/** That a closed conversation opens again, and for whom. */
export const closedSubtitle = (conversation: AgentConversation, ownId: string): string =>
  `Ended. It opens again with the next message${opensFor(conversation, ownId)}.`;

/** Who closed a conversation, and what sending a reply there does. */
export const closedWords = (
  happenings: readonly Happening[],
  conversation: AgentConversation,
  ownId: string,
): string => {
  const ends = happenings.filter(({ what }) => what === 'closed' || what === 'ended');
  const end = ends.toSorted((a, b) => a.received - b.received).at(-1);
  const closer = end?.what === 'ended' ? conversation.displayName : (end?.by ?? 'Somebody');
  const who = end?.byId === ownId ? 'You closed' : `${closer} ${end?.what === 'ended' ? 'ended' : 'closed'}`;
  return `${who} this conversation. Sending opens it again${opensFor(conversation, ownId)}.`;
};

/** A quoted message's content in one line. */
export const inShort = (message: AgentMessage): string => {
  const text = cutText(messageText(message).replace(/\s+/g, ' ').trim(), 200);
  return (
    text || (message.type === 'image' || message.type === 'file' ? fileName(message) : '') || 'A message'
  );
};

/** The name of an attached file: the desk's, or the last part of its address. */
export const fileName = ({ altText, fileName: given, mediaUrl }: AgentMessage): string =>
  str(altText) || str(given) || fileNameOf(str(mediaUrl) ?? '') || 'File';

/** A file size such as '3.4 MB'; empty when the size is unknown. */
export const sizeWords = (bytes: unknown): string => {
  const size = within(bytes, 0, MOST_BYTES);
  return size === undefined ? '' : fileSize('en', size);
};

/**
 * One line for the list: the newest message, with its author's name if an agent wrote it. After a missed call: that, with
 * the visitor's words if they are the newest.
 * @param ownId that of the reading agent
 */
export const preview = (
  { lastMessage: message, missedCallAt }: Pick<AgentConversation, 'lastMessage' | 'missedCallAt'>,
  ownId: string,
): string => {
  const isMissed = missedCallAt !== undefined;
  if (isMissed && message?.role !== 'appUser') return 'Missed call';
  if (!message) return 'No messages yet';
  const text = cutText(messageText(message).replace(/\s+/g, ' ').trim(), 160);
  const tag = typeTag(message.type);
  const what = [tag, text].filter(Boolean).join(': ') || 'Empty message';
  if (message.role === 'appUser') return isMissed ? `Missed call · ${what}` : what;
  const author = message.authorId === ownId ? 'You' : message.name?.trim() || 'Agent';
  return `${author}: ${what}`;
};

const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/SamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+)[\d.]* .*Safari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** 'Firefox 140 on Windows'; for an unknown browser, the start of its user agent string. */
export const describeBrowser = (userAgent: string | undefined): string | undefined => {
  if (!userAgent) return undefined;
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  for (const [pattern, name] of BROWSERS) {
    const version = pattern.exec(userAgent)?.[1];
    if (version) return `${name} ${version}${system ? ` on ${system}` : ''}`;
  }
  return cutText(userAgent, 80);
};

/** 'French (Canada)' for 'fr-ca'; the code itself if it names no language. */
export const languageName = (locale: string | undefined): string | undefined => {
  if (!locale) return undefined;
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(locale) ?? locale;
  } catch {
    return locale;
  }
};
