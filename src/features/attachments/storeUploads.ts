import { computed } from '@preact/signals-react';
import type { Needs } from '../../conversation/featureDeps';
import { createFileStore, databaseOf } from '../../platform/fileStore';
import { STORAGE_PREFIX } from '../../platform/storage';
import { createElection, locksOf } from '../../platform/tabs';
import { NEW_CONVERSATION } from '../../slices/messages';
import { createFileKeeper } from './storedUploads';
import type { Uploader } from './uploadFiles';
import type { Uploads } from './uploadState';

export type StoreDeps = Needs<
  'clock' | 'page' | 'onDispose',
  'user' | 'conversations' | 'consent' | 'settings',
  'outbox' | 'authentication'
> & { uploads: Uploads; uploader: Uploader };

/** Keeps unsent files over reloads. */
export const storeUploads = ({
  slices,
  delivery,
  clock,
  page,
  onDispose,
  uploads,
  uploader,
}: StoreDeps): void => {
  const { user, conversations, consent, settings } = slices;
  const { integrationId } = settings;
  const keeper = createFileKeeper({
    uploads,
    outbox: delivery.outbox,
    files: createFileStore(databaseOf(window)),
    clock,
    prefix: `${integrationId}.`,
    elect: (key) => {
      const name = `${STORAGE_PREFIX}${integrationId}.${key}`;
      return createElection({ locks: locksOf(window), name, page });
    },
    allowed: computed(() => consent.level.value !== 'none'),
    user,
    awaited: user.isAwaited,
    ended: () => user.initializedStatus.value === 'notConnected' && conversations.all.value.length === 0,
    find: uploader.find,
    hasLog: (id) => id === NEW_CONVERSATION || !!conversations.find(id),
    show({ key, file, conversationId, errorReason, received }) {
      const known = conversations.find(conversationId) ?? conversations.active.value;
      uploader.add(known?._id ?? NEW_CONVERSATION, key, file, errorReason, received);
    },
  });
  onDispose(keeper.dispose);
};
