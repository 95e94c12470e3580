import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { lockAddress } from '../process/folderLock';
import { Refused } from './refused';
import { COPY_PATH } from './serveCopies';

/** A copy of a running desk's database. The desk removes it after `giveBack`. */
type BorrowedCopy = { folder: string; giveBack(): void };

/**
 * Asks the running desk for a copy of its embedded database.
 * @throws Refused
 */
export const borrowCopy = async (dataDir: string): Promise<BorrowedCopy> => {
  const asked = request({ socketPath: lockAddress(dataDir), path: COPY_PATH });
  asked.end();
  const [answer] = (await once(asked, 'response').catch(() => {
    throw new Refused('The running desk does not answer. Stop it, or start its new version, and try again.');
  })) as [IncomingMessage];
  // The desk may stop while the copy is read; the copy stays.
  asked.on('error', () => undefined);
  answer.on('error', () => undefined);
  if (answer.statusCode === 409) throw new Refused('Another backup is under way. Wait for its end.');
  const [text] = (await once(answer, 'data').catch(() => [''])) as [Buffer | string];
  if (answer.statusCode !== 200) {
    throw new Refused(
      `The desk could not copy its database (${text || 'unknown'}). It needs as much free space as the database takes.`,
    );
  }
  return { folder: String(text), giveBack: () => asked.destroy() };
};
