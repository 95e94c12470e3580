import { randomBytes, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Store } from '../store';
import { desk, users } from './schema';
import { type Database, LINKS } from './sqlReads';

/** The row of `desk` that holds the name of this database's message log. */
export const LOG = 'log';
/** The row with the secret that campaigns are signed with. */
const CAMPAIGNS = 'campaigns';
/** The row with the secret that the addresses of uploads are hashed with. */
const ADDRESSES = 'addresses';
/** The row with the secret that replies by mail are signed with. */
const REPLIES = 'replies';
/** The row with the secret that marks of agents' browsers are signed with. */
const DEVICES = 'devices';

/** The row with the name under which browsers store this desk's visitors. */
const INTEGRATION = 'integration';
/** That name of all desks before there was the row. Visitors may still be stored under it. */
const FORMER_INTEGRATION = 'web';
/** The row with the name that such a desk has now. */
const OWN_INTEGRATION = 'own integration';

/** What a database has once, however many processes use it. */
export type DeskValues = Pick<
  Store,
  'logId' | 'campaignKey' | 'addressKey' | 'replyKey' | 'deviceKey' | 'integrationId' | 'formerIntegrationId'
>;

const newKey = (): string => randomBytes(32).toString('base64url');

/** A value of the desk, which a new database gets once; several processes may call it at once. */
const readValue = async (db: Database, name: string, fresh: string): Promise<string> => {
  await db.insert(desk).values({ name, value: fresh }).onConflictDoNothing();
  const [row] = await db.select().from(desk).where(eq(desk.name, name));
  if (!row) throw new Error(`the desk has no ${name}`);
  return row.value;
};

const newIntegration = (): string => `${FORMER_INTEGRATION}-${randomBytes(6).toString('hex')}`;

/**
 * The integration of a desk is its own: several desks on one origin of pages would take each other's visitors for
 * theirs. A desk of an earlier version names its former one, too, so that browsers find its visitors. It must be the first
 * value: by the others, a process that starts beside this one sees a desk that is not new.
 */
const readIntegration = async (
  db: Database,
): Promise<Pick<DeskValues, 'integrationId' | 'formerIntegrationId'>> => {
  const [[value], [user]] = [await db.select().from(desk).limit(1), await db.select().from(users).limit(1)];
  const isNew = !value && !user;
  const first = await readValue(db, INTEGRATION, isNew ? newIntegration() : FORMER_INTEGRATION);
  if (first !== FORMER_INTEGRATION) return { integrationId: first };
  return {
    integrationId: await readValue(db, OWN_INTEGRATION, newIntegration()),
    formerIntegrationId: first,
  };
};

/** The name of the database's message log, its integration, and its secrets, one for each purpose. */
export const readDesk = async (db: Database): Promise<DeskValues> => {
  const integration = await readIntegration(db);
  await readValue(db, LINKS, newKey());
  return {
    logId: await readValue(db, LOG, randomUUID()),
    campaignKey: await readValue(db, CAMPAIGNS, newKey()),
    addressKey: await readValue(db, ADDRESSES, newKey()),
    replyKey: await readValue(db, REPLIES, newKey()),
    deviceKey: await readValue(db, DEVICES, newKey()),
    ...integration,
  };
};
