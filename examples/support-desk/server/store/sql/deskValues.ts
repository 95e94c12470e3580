import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Store } from '../store';
import type { Database } from './database';
import { desk, users } from './schema';

/** The row of `desk` with the name of this database's message log. */
export const LOG = 'log';
/** The row with the secret that signs campaigns. */
const CAMPAIGNS = 'campaigns';
/** The row with the secret for hashing the network addresses of uploads. */
const ADDRESSES = 'addresses';
/** The row with the secret that signs email replies. */
const REPLIES = 'replies';
/** The row with the secret that signs the marks of agents' browsers. */
const DEVICES = 'devices';
/** The row with the private key that signs push messages. */
const PUSHES = 'pushes';

/** The row with the name under which browsers store this desk's visitors. */
const INTEGRATION = 'integration';
/** That name for all desks before the row existed. Visitors may still be stored under it. */
const FORMER_INTEGRATION = 'web';
/** The row with the name that such a desk has now. */
const OWN_INTEGRATION = 'own integration';

/** The values that a database has once, however many processes use it. */
export type DeskValues = Pick<
  Store,
  | 'logId'
  | 'campaignKey'
  | 'addressKey'
  | 'replyKey'
  | 'deviceKey'
  | 'pushKey'
  | 'integrationId'
  | 'formerIntegrationId'
>;

const newKey = (): string => randomBytes(32).toString('base64url');

/** A private key of the curve P-256, always as 32 bytes. */
export const newPushKey = (): string => {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url');
};

/** A value of the desk, which a new database gets once, even from several processes at once. */
const readValue = async (db: Database, name: string, fresh: string): Promise<string> => {
  await db.insert(desk).values({ name, value: fresh }).onConflictDoNothing();
  const [row] = await db.select().from(desk).where(eq(desk.name, name));
  if (!row) throw new Error(`the desk has no ${name}`);
  return row.value;
};

const newIntegration = (): string => `${FORMER_INTEGRATION}-${randomBytes(6).toString('hex')}`;

/**
 * Each desk has its own integration: several desks on one origin of pages would mistake each other's visitors for their
 * own. A desk of an earlier version also names its former one, so that browsers find its visitors. It must be the first
 * value: a process that starts beside this one sees by the others that the desk is not new.
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
    pushKey: await readValue(db, PUSHES, newPushKey()),
    ...integration,
  };
};

/** The rows of `desk` with the current and the previous secret that signs links in emails. */
export const LINKS = 'links';

export const FORMER_LINKS = 'links before';
