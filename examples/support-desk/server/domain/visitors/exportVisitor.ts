import type { Attachment, Conversation, Happening, Json, Message, User } from '../../model/entities';
import type { Reads, Store } from '../../store/store';
import { FileMissing, type Uploads } from '../../uploads/uploads';
import { noteOfEmail } from '../mail/messageEmail';
import { plainAddress } from '../mail/replies';
import type { Settings } from '../settings/settings';
import { happeningView, visitorMessageView } from '../views';
import { faceForVisitors, showsAgents } from './visitorFaces';

/** A file of the archive. */
export type ExportEntry = { name: string; input: string | AsyncIterable<string | Uint8Array> };

type ExportDeps = { store: Store; uploads: Pick<Uploads, 'read'>; settings: () => Settings };

const MESSAGES_AT_ONCE = 200;
/** More changes than a conversation has. */
const MOST_HAPPENINGS = 100_000;

const isoOr = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/**
 * Emails of the visitor that became no message: those from their address that name a conversation of theirs. An address that only they
 * say is theirs proves nothing more.
 */
const refusedOf = async (store: Reads, { id, profile }: User): Promise<Json[]> => {
  if (!profile.email) return [];
  const own = plainAddress(profile.email);
  const found = await store.refusedMailsOf(id, profile.emailVerified === false ? undefined : own);
  return found
    .filter(({ sender }) => sender === own)
    .map(({ reason, conversationId, subject, preview, refusedAt }) => ({
      reason,
      conversationId,
      subject,
      preview,
      refusedAt: isoOr(refusedAt),
    }));
};

/** Everything about the visitor except their conversations. The hashes of credentials are left out, and whether they are blocked. */
const visitorOf = async (store: Reads, user: User): Promise<Json> => {
  const sessions = await store.sessionsOf(user.id);
  const links = await store.linkRequestsOf(user.id);
  return {
    id: user.id,
    externalId: user.externalId,
    ...user.profile,
    locale: user.locale,
    properties: user.properties,
    createdAt: isoOr(user.createdAt),
    clients: user.clients,
    pendingClients: user.pendingClients,
    sessions: sessions.map(({ kind, clientId, createdAt, usedAt, expiresAt }) => ({
      kind,
      clientId,
      createdAt: isoOr(createdAt),
      usedAt: isoOr(usedAt),
      expiresAt: isoOr(expiresAt),
    })),
    linkRequests: links.map(({ userId: _, createdAt, expiresAt, linkedAt, ...link }) => ({
      ...link,
      createdAt: isoOr(createdAt),
      expiresAt: isoOr(expiresAt),
      linkedAt: isoOr(linkedAt),
    })),
  };
};

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
] as const;

/** Whom a conversation is or was assigned to, as visitors see it. */
const assigneeIn = (settings: Settings, assignee: unknown): string | null =>
  typeof assignee === 'string' ? faceForVisitors(settings, { name: assignee }).name : null;

const conversationOf = (settings: Settings, conversation: Conversation): Json => {
  const { userId: _, referenceId: __, lastReceived: ___, lastMessageId: ____, ...rest } = conversation;
  // Notes are among agents, and so is whom they mention.
  const { mentioned: _____, assigneeId, ...shown } = rest;
  return {
    ...shown,
    assignee: assigneeIn(settings, conversation.assignee),
    ...(showsAgents(settings) && { assigneeId }),
    ...Object.fromEntries(TIMES.map((name) => [name, isoOr(conversation[name])])),
  };
};

/** The whole email of a message of the visitor, where that leaves out some of it. An agent's may quote what is for the team. */
const emailOf = async (store: Pick<Reads, 'mailTexts'>, { id, role, body }: Message): Promise<Json> => {
  if (role !== 'appUser' || !noteOfEmail({ body }).isFolded) return {};
  const [kept] = await store.mailTexts([id]);
  return kept ? { email: { text: kept.text } } : {};
};

/** All messages as one list, oldest first, read a page at a time. */
async function* messagesOf(
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

/** A happening as the visitor may see it: `by` is an agent or a program of the team. */
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
const changesOf = async (
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

/** The content of a file; a sentence when the storage no longer has it. */
async function* contentOf({ uploads }: ExportDeps, { id }: Attachment): AsyncGenerator<string | Uint8Array> {
  const stream = await uploads.read(id).catch((error: unknown) => {
    if (error instanceof FileMissing) return undefined;
    throw error;
  });
  if (stream) yield* stream;
  else yield 'This file is missing from the storage of the support desk.\n';
}

/** Names that neither leave the folder nor meet one another. */
const fileNameOf = ({ id, fileName }: Attachment): string =>
  `${id.slice(0, 8)}-${fileName.replace(/[\\/:*?"<>|]/g, '_')}`;

/**
 * The files of the archive with everything that the desk has of a visitor, each read when its turn comes.
 * @param user the visitor
 */
export async function* exportVisitor(deps: ExportDeps, user: User): AsyncGenerator<ExportEntry> {
  const { store } = deps;
  yield { name: 'visitor.json', input: json(await visitorOf(store, user)) };
  const refused = await refusedOf(store, user);
  if (refused.length > 0) yield { name: 'refused-emails.json', input: json(refused) };
  for (const id of await store.conversationIdsOf(user.id)) {
    const conversation = await store.conversationById(id);
    // It was deleted in the meantime.
    if (!conversation) continue;
    const folder = `conversations/${id}`;
    yield { name: `${folder}/conversation.json`, input: json(conversationOf(deps.settings(), conversation)) };
    yield { name: `${folder}/messages.json`, input: messagesOf(deps, id) };
    yield { name: `${folder}/changes.json`, input: json(await changesOf(deps, id)) };
    const files = await store.attachmentsOf([id]);
    if (files.length > 0) {
      const list = files.map(
        ({ id: attachmentId, messageId, fileName, mediaType, size, createdAt, ...f }) => ({
          attachmentId,
          messageId,
          fileName,
          mediaType,
          size,
          createdAt: isoOr(createdAt),
          address: f.address,
          file: `files/${fileNameOf({ id: attachmentId, fileName } as Attachment)}`,
        }),
      );
      yield { name: `${folder}/files.json`, input: json(list) };
    }
    for (const file of files) {
      yield { name: `${folder}/files/${fileNameOf(file)}`, input: contentOf(deps, file) };
    }
  }
}
