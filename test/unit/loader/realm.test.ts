import { afterEach, expect, it, vi } from 'vitest';
import { openRealm } from '../../../src/loader/realm';
import { REALM_HOOK, type RealmHook } from '../../../src/platform/realmHook';

afterEach(() => vi.unstubAllGlobals());

type Script = { src: string; onload(event: { type: string }): void; onerror(cause: unknown): void };

/** A realm whose files run when the test wants. */
const createRealm = async () => {
  const realm: { [REALM_HOOK]?: RealmHook; setTimeout(): void; addEventListener(): void } = {
    setTimeout() {},
    addEventListener() {},
  };
  const scripts: Script[] = [];
  const frame = {
    style: {},
    contentWindow: realm,
    contentDocument: {
      createElement: () => ({ remove() {} }),
      head: { append: (script: Script) => void scripts.push(script) },
    },
    onload() {},
  };
  const prototype = {
    createElement: () => frame,
    documentElement: { append: () => frame.onload() },
  };
  vi.stubGlobal('Document', { prototype });
  vi.stubGlobal('document', {});
  const { load } = await openRealm({ script: {} } as never);
  /** A file arrives and runs. */
  const arrive = (url: string, start: string) => {
    realm[REALM_HOOK]?.(start);
    scripts.find(({ src }) => src === url)?.onload({ type: 'load' });
  };
  return { load, arrive };
};

it.each([
  ['launcher', 'messenger'],
  ['messenger', 'launcher'],
])(
  'the realm gives each of two files on their way its own start function, where the %s comes first',
  async (first, second) => {
    const { load, arrive } = await createRealm();
    const files = { launcher: load('launcher.js'), messenger: load('messenger.js') };
    arrive(`${first}.js`, first);
    arrive(`${second}.js`, second);
    expect(await files.launcher).toBe('launcher');
    expect(await files.messenger).toBe('messenger');
  },
);
