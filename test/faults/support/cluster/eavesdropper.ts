import { userChannel } from '../../../../src/wire/realtime';
import type { Server, Service } from '../service';
import type { Tab } from '../tab';
import type { Time } from '../time';
import { createBareClient } from './bareClient';

/**
 * Somebody who has the visitor's session, listens at one process, and tries to continue when the session ends.
 * @returns undefined where the visitor has no session yet
 */
export const createEavesdropper = (time: Time, { appId }: Service, at: Server, tab: Tab) => {
  const { user } = tab.slices;
  const appUserId = user.appUserId.value;
  const conversationId = tab.active()?._id;
  const credential = user.realtimeCredential();
  if (!appUserId || !conversationId || !credential) return undefined;
  let heardAt = 0;
  const client = createBareClient(
    at,
    userChannel(appId, appUserId),
    { appId, appUserId, ...credential },
    {
      event: () => {
        heardAt = time.now();
      },
    },
  );
  return {
    appUserId,
    conversationId,
    /** When it heard something last; 0 if never. */
    heardAt: () => heardAt,
    close: client.close,
  };
};

export type Eavesdropper = NonNullable<ReturnType<typeof createEavesdropper>>;
