import type { Attachment, Json, User } from '../../model/entities';
import type { Reads } from '../../store/reads';
import { FileMissing } from '../../uploads/uploads';
import { storedIdOf } from '../files/files';
import { plainAddress } from '../mail/replies';
import { changesOf, conversationOf, type ExportDeps, isoOr, messagesOf } from './exportConversation';
import type { Person } from './person';

/** A file of the archive. */
type ExportEntry = { name: string; input: string | AsyncIterable<string | Uint8Array> };

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/**
 * Refused emails of the visitor: those from their address that name one of their conversations. An address that only they
 * claim proves no more.
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
    corrections: Object.fromEntries(
      Object.entries(user.corrections).map(([field, { value, was, at }]) => [
        field,
        { value, was, at: isoOr(at) },
      ]),
    ),
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

/** The content of a file, or a sentence if the storage no longer has it. */
async function* contentOf({ uploads }: ExportDeps, file: Attachment): AsyncGenerator<string | Uint8Array> {
  const stream = await uploads.read(storedIdOf(file)).catch((error: unknown) => {
    if (error instanceof FileMissing) return undefined;
    throw error;
  });
  if (stream) yield* stream;
  else yield 'This file is missing from the storage of the support desk.\n';
}

/** Names that neither leave the folder nor collide. */
const fileNameOf = ({ id, fileName }: Attachment): string =>
  `${id.slice(0, 8)}-${fileName.replace(/[\\/:*?"<>|]/g, '_')}`;

/** @param at the folder of the archive, with a slash at its end */
async function* exportOne(deps: ExportDeps, user: User, at: string): AsyncGenerator<ExportEntry> {
  const { store } = deps;
  yield { name: `${at}visitor.json`, input: json(await visitorOf(store, user)) };
  const refused = await refusedOf(store, user);
  if (refused.length > 0) yield { name: `${at}refused-emails.json`, input: json(refused) };
  for (const id of await store.conversationIdsOf(user.id)) {
    const conversation = await store.conversationById(id);
    // It was deleted since.
    if (!conversation) continue;
    const folder = `${at}conversations/${id}`;
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

/**
 * The files of the archive with everything that the desk stores about a visitor, each read when its turn comes. Who was merged
 * into them has a folder.
 * @param person the visitor
 */
export async function* exportVisitor(
  deps: ExportDeps,
  { user, merged }: Person,
): AsyncGenerator<ExportEntry> {
  yield* exportOne(deps, user, '');
  for (const one of merged) yield* exportOne(deps, one, `merged/${one.id}/`);
}
