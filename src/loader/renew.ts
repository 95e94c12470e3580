import { REALM_HOOK } from '../platform/realmHook';
import { boot, page } from './boot';
import type { Handover } from './handover';

/** This build's messenger file name, set by the build. */
declare const PORCH_MESSENGER: string;

/** The publisher's script tag; the flag is set once a later build has taken over. */
type Tag = HTMLScriptElement & { [REALM_HOOK]?: boolean };

/**
 * Replaces an earlier build on the page. A loader requests this file when a file of its own build is missing,
 * which happens after an upgrade. An earlier build made `old`, so this file's name and the fields read here
 * must not change. It runs once per page, so that two servers with different builds cannot alternate for
 * ever.
 * @param old the earlier build's handover
 * @throws if there is no later build
 */
export const renew = (old: Handover): void => {
  const { launcher, live } = old;
  const script = old.script as Tag;
  if (old.build === PORCH_MESSENGER || script[REALM_HOOK]) throw new Error('no later build');
  script[REALM_HOOK] = true;
  const open = launcher?.isOpen();
  // Leave the queued calls as an inline stub does; `boot` picks them up.
  page.zE = Object.assign(() => {}, { q: old.calls.splice(0) });
  boot(script, () => {
    live?.dispose();
    launcher?.dispose();
    old.realm?.frameElement?.remove();
  });
  const zE = page.zE;
  // The page may hold a reference to the old `zE`.
  old.takeOver((args) => zE(...args));
  if (open !== undefined) zE('messenger', open ? 'open' : 'close');
};
