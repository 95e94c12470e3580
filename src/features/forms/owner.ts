import { computed, type ReadonlySignal } from '@preact/signals-react';
import type { Storages, Store } from '../../platform/storage';
import type { User } from '../../slices/user';

/**
 * The id of the visitor whose forms are shown: the known one or, until a login is answered, the stored one, whose kept
 * messages may be drawn.
 */
export const ownerOf = ({
  appUserId,
  exits,
  stored,
}: Pick<User, 'appUserId' | 'exits' | 'stored'>): ReadonlySignal<string | undefined> =>
  computed(() => {
    // What is stored goes with a visitor who leaves.
    exits();
    return appUserId.value ?? stored.get('appUserId') ?? undefined;
  });

/** Where this visitor's entries are, as `slices/storedVisitor.ts` chooses: that of an email's link exists only in the tab. */
export const storeOf =
  ({ linked }: Pick<User, 'linked'>, { lasting, session }: Pick<Storages, 'lasting' | 'session'>) =>
  (): Store =>
    linked.peek() ? session : lasting;
