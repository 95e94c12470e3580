import { createFileStore, databaseOf, type FileStore } from '../platform/fileStore';
import type { User } from '../slices/user';

export type PastDeps = {
  user: Pick<User, 'knownExits'>;
  integrationId: string;
  /** The browser's database, which has room where its storage has none. */
  files?: FileStore;
};

/**
 * Records, for tabs that are elsewhere, a leaving that the browser's storage had no room for, and looks for such
 * records of other tabs.
 * @returns a leaving that this tab does not know of
 */
export const exchangeExits = async (deps: PastDeps): Promise<string | undefined> => {
  const { user, files = createFileStore(databaseOf(window)) } = deps;
  const prefix = `exit.${deps.integrationId}.`;
  const all = await files.list(prefix);
  all.sort((a, b) => b.at - a.at);
  const [last] = all;
  const known = user.knownExits();
  const [ofTab = 0, seen = 0] = known.map((exit) => Number.parseFloat(exit ?? '0'));
  if (last && last.at > Math.max(ofTab, seen)) return last.key.slice(prefix.length);
  if (known[0] && !(last && last.at >= ofTab)) {
    // Without a file: WebKit stores none in a private window.
    await files.put(prefix + known[0], undefined, ofTab);
    for (const { key } of all) await files.remove(key);
  }
  return;
};
