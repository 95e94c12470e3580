import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, type RequestListener, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { Refused } from '../backup/refused';
import { DATABASE, embeddedFolder, openServer, type Place, tryLock } from '../backup/source';
import { operatorsLink } from '../domain/accounts/firstStart';
import type { Clock } from '../process/clock';
import { giveToOwner } from '../process/dataFolder';
import { codeOf } from '../process/errorCode';
import { lockAddress } from '../process/folderLock';
import type { Log } from '../process/log';
import { openDatabase } from '../store/sql/openDatabase';
import type { DatabaseLocation } from '../store/sql/openStore';
import type { Store } from '../store/store';

/** The path of a link for an agent who is locked out, on the socket of the folder's lock. */
export const SIGN_IN_LINK_PATH = '/sign-in-link';

const partsOf = (store: Store, now: () => number) => ({
  store,
  now,
  newId: () => randomBytes(12).toString('hex'),
  newToken: () => randomBytes(32).toString('base64url'),
});

/** Creates links for the operator's command, while the embedded database belongs to this process. */
export const serveSignInLinks = (
  store: Store,
  now: () => number,
  log: Pick<Log, 'error'>,
): RequestListener => {
  return async (asked, response) => {
    try {
      const email = new URL(asked.url ?? '', 'http://desk').searchParams.get('email') ?? '';
      const token = await operatorsLink(partsOf(store, now), email);
      response.writeHead(token === undefined ? 404 : 200).end(token);
    } catch (error) {
      log.error({ code: codeOf(error) }, 'no link was made');
      response.writeHead(500).end();
    }
  };
};

const askRunning = async (dataDir: string, email: string): Promise<string | undefined> => {
  const path = `${SIGN_IN_LINK_PATH}?${new URLSearchParams({ email })}`;
  const asked = request({ socketPath: lockAddress(dataDir), path });
  asked.end();
  const [answer] = (await once(asked, 'response').catch(() => {
    throw new Refused('The running desk does not answer. Stop it, or start its new version, and try again.');
  })) as [IncomingMessage];
  const token = await text(answer);
  if (answer.statusCode === 200) return token;
  if (answer.statusCode === 404) return undefined;
  throw new Refused('The running desk could not make the link. Its log says why.');
};

const makeIn = async (location: DatabaseLocation, email: string, clock: Clock) => {
  const store = await openDatabase(location, clock);
  try {
    return await operatorsLink(partsOf(store, clock.now), email);
  } finally {
    await store.close();
  }
};

const askStopped = async (dataDir: string, email: string, clock: Clock): Promise<string | undefined> => {
  embeddedFolder(dataDir);
  const lock = await tryLock(dataDir, clock);
  if (!lock) return askRunning(dataDir, email);
  try {
    return await makeIn({ folder: dataDir }, email, clock);
  } finally {
    giveToOwner(dataDir, DATABASE);
    await lock.release();
  }
};

/**
 * Creates a link with which a locked-out agent sets a new password, whether the desk runs or not.
 * @returns the link's token
 * @throws Refused
 */
export const makeSignInLink = async (
  { dataDir, databaseUrl }: Place,
  email: string,
  clock: Clock,
): Promise<string> => {
  // Reports a wrong address in one sentence.
  if (databaseUrl) await (await openServer(databaseUrl)).close();
  const token = databaseUrl
    ? await makeIn({ url: databaseUrl }, email, clock)
    : await askStopped(dataDir, email, clock);
  if (token === undefined) throw new Refused(`No agent has the email ${email}.`);
  return token;
};
