import type { Conversation, Happening, Json, Message } from '../../model/entities';
import type { Reads } from '../../store/reads';
import type { Store } from '../../store/store';
import type { Uploads } from '../../uploads/uploads';
import { noteOfEmail } from '../mail/messageEmail';
import type { Settings } from '../settings/settings';
import { happeningView, visitorMessageView } from '../views';
import { faceForVisitors, showsAgents } from './visitorFaces';

export type ExportDeps = { store: Store; uploads: Pick<Uploads, 'read'>; settings: () => Settings };

const MESSAGES_AT_ONCE = 200;

/** More changes than a conversation has. */
const MOST_HAPPENINGS = 100_000;

export const isoOr = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

const TIMES = [
  'createdAt',
  'lastUpdatedAt',
  'visitorLastRead',
  'businessLastRead',
  'visitorDelivered',
  'queuedAt',
  'firstAskedAt',
  'firstAnsweredAt',
  'closedAt',
  'ratedAt',
  'waitingSince',
  'missedCallAt',
] as const;

/** The current or former assignee of a conversation, as visitors see them. */
const assigneeIn = (settings: Settings, assignee: unknown): string | null =>
  typeof assignee === 'string' ? faceForVisitors(settings, { name: assignee }).name : null;

export const conversationOf = (settings: Settings, conversation: Conversation): Json => {
  const { userId: _, referenceId: __, lastReceived: ___, lastMessageId: ____, ...rest } = conversation;
  // Notes, their mentions and snoozes are for agents.
  const { mentioned: _____, mentions: ______, snoozedAt: _7, snoozedUntil: _8, assigneeId, ...shown } = rest;
  return {
    ...shown,
    assignee: assigneeIn(settings, conversation.assignee),
    ...(showsAgents(settings) && { assigneeId }),
    ...Object.fromEntries(TIMES.map((name) => [name, isoOr(conversation[name])])),
  };
};

/** The whole email of a visitor's message, if the message leaves out some of it. An agent's may quote what is for the team. */
const emailOf = async (store: Pick<Reads, 'mailTexts'>, { id, role, body }: Message): Promise<Json> => {
  if (role !== 'appUser' || !noteOfEmail({ body }).isFolded) return {};
  const [kept] = await store.mailTexts([id]);
  return kept ? { email: { text: kept.text } } : {};
};

/** All messages as one list, oldest first, read page by page. */
export async function* messagesOf(
  { store, settings }: Pick<ExportDeps, 'store' | 'settings'>,
  conversationId: string,
): AsyncGenerator<string> {
  // The store pages backwards, so first find where the pages begin.
  const ends: (number | undefined)[] = [undefined];
  for (let before: number | undefined; ; ) {
    const page = await store.messages(conversationId, { before, limit: MESSAGES_AT_ONCE });
    before = page.messages[0]?.received;
    if (!page.hasPrevious) break;
    ends.push(before);
  }
  let separator = '[\n';
  for (const before of ends.reverse()) {
    const page = await store.messages(conversationId, { before, limit: MESSAGES_AT_ONCE });
    for (const message of page.messages) {
      const view = visitorMessageView(settings(), message);
      const email = await emailOf(store, message);
      yield separator + JSON.stringify({ ...view, ...email, received: isoOr(message.received) });
      separator = ',\n';
    }
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

/** An event as the visitor may see it: `by` is an agent or a program of the team. */
const changeOf = (settings: Settings, happening: Happening): Json => {
  const { by, assignee, ...rest } = happeningView(happening) as Json;
  return {
    ...rest,
    ...(assignee !== undefined && { assignee: assigneeIn(settings, assignee) }),
    ...(by !== undefined && showsAgents(settings) && { by }),
    kind: happening.kind,
    createdAt: isoOr(happening.createdAt),
  };
};

/** Agents' notes are left out: the archive is for the visitor. */
export const changesOf = async (
  { store, settings }: Pick<ExportDeps, 'store' | 'settings'>,
  conversationId: string,
): Promise<Json[]> => {
  const kinds: Happening['kind'][] = ['change', 'postback', 'referral'];
  const found = await Promise.all(
    kinds.map((kind) => store.happenings(conversationId, kind, MOST_HAPPENINGS)),
  );
  return found
    .flat()
    .sort((a, b) => a.createdAt - b.createdAt)
    .map((one) => changeOf(settings(), one));
};
