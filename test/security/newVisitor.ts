import { list, obj } from '../../src/wire/decode';
import type { startHostileDesk } from './hostileDesk';

/**
 * Sends the next new visitor to the hostile realtime service.
 * @returns the ids of that visitor and their conversation; empty until the visitor is created
 */
export const listenToNewVisitor = (liar: Awaited<ReturnType<typeof startHostileDesk>>) => {
  const ids = { appUserId: '', conversationId: '' };
  liar.lie(({ method, path }) =>
    method === 'POST' && path.endsWith('/appusers')
      ? (truth) => {
          ids.appUserId = String(obj(truth.appUser)._id);
          ids.conversationId = String(obj(list(truth.conversations)[0])._id);
          const settings = obj(truth.settings);
          const realtime = { ...obj(settings.realtime), baseUrl: liar.realtimeUrl };
          return { json: { ...truth, settings: { ...settings, realtime } } };
        }
      : undefined,
  );
  return ids;
};
