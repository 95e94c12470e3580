import type { Publisher } from '../../model/publisher';
import type { Deps } from '../deps';
import { type TellDeps, tellVersion } from './growing';

type MissedDeps = TellDeps & { store: Pick<Deps['store'], 'messageById' | 'inboxRow'> };

type Missed = { conversationId: string; messageId: string };

/**
 * Sends the newest version of answers with a missed version. Clients know by its number whether they have it.
 * @param publisher sends it
 * @param onFail called if the store cannot read it
 */
export const createTellMissed = (
  deps: MissedDeps,
  publisher: Publisher,
  onFail: () => void,
): ((missed: Missed) => void) => {
  const { store } = deps;
  /** The messages that are being read, and whether they have changed since. */
  const reading = new Map<string, boolean>();

  const tellNewest = async ({ conversationId, messageId }: Missed): Promise<void> => {
    const message = await store.messageById(conversationId, messageId);
    const row = await store.inboxRow(conversationId);
    if (message && row) tellVersion(deps, publisher, message, row);
  };
  const read = async (missed: Missed): Promise<void> => {
    const { messageId } = missed;
    do {
      reading.set(messageId, false);
      await tellNewest(missed).catch(onFail);
    } while (reading.get(messageId));
    reading.delete(messageId);
  };
  return (missed) => {
    if (reading.has(missed.messageId)) reading.set(missed.messageId, true);
    else void read(missed);
  };
};
