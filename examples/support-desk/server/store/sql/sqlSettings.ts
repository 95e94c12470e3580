import { asc, desc, eq, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Reads } from '../reads';
import type { Writes } from '../writes';
import type { Database } from './database';
import { FORMER_LINKS, LINKS, LOG } from './deskValues';
import {
  conversations,
  desk,
  pictures,
  savedReplies,
  savedViews,
  settingsVersions,
  signingKeys,
} from './schema';

const LINK_ROWS = [LINKS, FORMER_LINKS];

type SettingReads = Pick<
  Reads,
  | 'signingKeys'
  | 'linkKeys'
  | 'deskNote'
  | 'settingsVersions'
  | 'settingsVersion'
  | 'savedReplies'
  | 'savedViews'
  | 'tagsInUse'
  | 'pictures'
  | 'pictureById'
>;

/** Reads the settings that agents have saved. */
export const createSettingReads = (db: Database): SettingReads => ({
  linkKeys: async () => {
    const rows = await db.select().from(desk).where(inArray(desk.name, LINK_ROWS));
    return rows
      .sort((a, b) => LINK_ROWS.indexOf(a.name) - LINK_ROWS.indexOf(b.name))
      .map(({ value }) => value);
  },
  deskNote: async (name) => (await db.select().from(desk).where(eq(desk.name, name)))[0]?.value,
  signingKeys: () => db.select().from(signingKeys).orderBy(asc(signingKeys.createdAt), asc(signingKeys.id)),
  pictures: () => db.select().from(pictures).orderBy(asc(pictures.createdAt), asc(pictures.id)),
  pictureById: async (id) => (await db.select().from(pictures).where(eq(pictures.id, id)).limit(1))[0],
  settingsVersions: ({ before, limit }) =>
    db
      .select()
      .from(settingsVersions)
      .where(before === undefined ? undefined : lt(settingsVersions.version, before))
      .orderBy(desc(settingsVersions.version))
      .limit(limit),
  settingsVersion: async (version) =>
    (await db.select().from(settingsVersions).where(eq(settingsVersions.version, version)).limit(1))[0],
  tagsInUse: async (tags) => {
    if (tags.length === 0) return [];
    const one = sql`jsonb_array_elements_text(${JSON.stringify(tags)}::jsonb) as one(tag)`;
    // Each tag is one search of the index.
    const found = db.select({ id: conversations.id }).from(conversations);
    const isUsed = sql`exists (${found.where(sql`${conversations.tags} @> jsonb_build_array(one.tag)`)})`;
    const rows = await db.select({ tag: sql<string>`one.tag` }).from(one).where(isUsed);
    return rows.map(({ tag }) => tag);
  },
  // By bytes, like the memory store.
  savedReplies: () => db.select().from(savedReplies).orderBy(sql`${savedReplies.shortcut} collate "C"`),
  savedViews: (agentId) =>
    db
      .select()
      .from(savedViews)
      .where(
        or(isNull(savedViews.agentId), agentId === undefined ? undefined : eq(savedViews.agentId, agentId)),
      )
      .orderBy(sql`${savedViews.name} collate "C"`, savedViews.id),
});

const putValue = async (db: Database, name: string, value: string): Promise<void> => {
  await db.insert(desk).values({ name, value }).onConflictDoUpdate({ target: desk.name, set: { value } });
};

type SettingWrites = Pick<
  Writes,
  | 'insertSigningKey'
  | 'deleteSigningKey'
  | 'rotateLinkKey'
  | 'putDeskNote'
  | 'lockDesk'
  | 'insertPicture'
  | 'deletePictures'
  | 'insertSettingsVersion'
  | 'deleteSettingsVersions'
  | 'putSavedReply'
  | 'deleteSavedReply'
  | 'putSavedView'
  | 'deleteSavedView'
  | 'deleteSavedViewsOf'
>;

/** Writes the settings that agents have saved. */
export const createSettingWrites = (db: Database): SettingWrites => ({
  insertSigningKey: async (key) => {
    await db.insert(signingKeys).values(key);
  },
  deleteSigningKey: async (id) =>
    (await db.delete(signingKeys).where(eq(signingKeys.id, id)).returning({ id: signingKeys.id })).length > 0,
  rotateLinkKey: async (next) => {
    const [current] = await db.select().from(desk).where(eq(desk.name, LINKS));
    if (current) await putValue(db, FORMER_LINKS, current.value);
    await putValue(db, LINKS, next);
  },
  putDeskNote: (name, value) => putValue(db, name, value),
  lockDesk: async () => {
    await db.select().from(desk).where(eq(desk.name, LOG)).for('update');
  },
  insertSettingsVersion: async (version) => {
    await db.insert(settingsVersions).values(version);
  },
  deleteSettingsVersions: async (upTo) => {
    await db.delete(settingsVersions).where(lte(settingsVersions.version, upTo));
  },
  insertPicture: async (picture) => {
    await db.insert(pictures).values(picture);
  },
  deletePictures: async (ids) => {
    await db.delete(pictures).where(inArray(pictures.id, [...ids]));
  },
  putSavedReply: async (reply) => {
    const { id: _, ...set } = reply;
    await db.insert(savedReplies).values(reply).onConflictDoUpdate({ target: savedReplies.id, set });
  },
  deleteSavedReply: async (id) =>
    (await db.delete(savedReplies).where(eq(savedReplies.id, id)).returning({ id: savedReplies.id })).length >
    0,
  putSavedView: async (view) => {
    const { id: _, ...set } = view;
    await db.insert(savedViews).values(view).onConflictDoUpdate({ target: savedViews.id, set });
  },
  deleteSavedView: async (id) => {
    await db.delete(savedViews).where(eq(savedViews.id, id));
  },
  deleteSavedViewsOf: async (agentId) => {
    await db.delete(savedViews).where(eq(savedViews.agentId, agentId));
  },
});
