import { effect, untracked } from '@preact/signals-react';
import type { Needs } from '../../conversation/featureDeps';
import { createFileStore, databaseOf, type FileStore } from '../../platform/fileStore';

type Deps = Needs<'storages' | 'clock' | 'onDispose', 'user' | 'settings', 'sender'>;

/**
 * Moves what is stored under the desk's former integration to its own, once the service has recognized the visitor.
 * Until then it may be that of another desk with the same former integration, and stays where it is.
 * @param former the former integration
 */
export const moveFormer = (
  { slices, delivery, storages, clock, onDispose }: Deps,
  former: string,
  files: FileStore = createFileStore(databaseOf(window)),
): void => {
  const { user, settings } = slices;
  const { lasting: store } = storages;
  const from = `${former}.`;
  const own = (key: string) => `${settings.integrationId}.${key.slice(from.length)}`;
  const id = `${from}appUserId`;
  if (own(id) === id) return;
  const isOurs = () =>
    user.initializedStatus.value === 'successful' && user.appUserId.value === store.get(id);

  const moveFiles = async () => {
    for (const { key } of await files.list(from)) {
      const file = await files.get(key);
      if (file) await files.put(own(key), file, clock.now());
      await files.remove(key);
    }
  };
  const move = async () => {
    // A browser that keeps no files has none.
    await moveFiles().catch(() => {});
    if (!isOurs()) return;
    for (const key of store.keys(from)) {
      const [before, now] = [store.get(key) ?? '', store.get(own(key))];
      if (now === null) store.set(own(key), before);
      // The visitor may have begun to write here.
      else if (key.startsWith(`${from}draft.`)) store.set(own(key), `${before}\n${now}`);
      store.remove(key);
    }
    delivery.sender.restore();
  };
  onDispose(
    effect(() => {
      if (isOurs()) untracked(() => void move());
    }),
  );
};
