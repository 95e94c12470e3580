import { REALM_HOOK } from '../platform/realmHook';
import type { RunningPlace } from '../platform/runningPlace';
import { boot, page } from './boot';
import type { Handover } from './handover';

/** The folder of this build's files. Set by the build. */
declare const PORCH_BUILD: string;

/** The publisher's script tag, with the number of times that a new loader has taken over. */
type Tag = HTMLScriptElement & { [REALM_HOOK]?: number };

/** A page that removes each frame at once must not restart Porch forever. */
const MOST_RESTARTS = 10;

/**
 * Restarts Porch on the page, from what is stored and with the calls in effect. A loader requests this file when a file
 * of its build is missing, which happens after an upgrade, and when the page has removed the realm's frame. An earlier
 * build may have made `old`, so this file's name and the fields read here must not change. For a missing file it runs
 * once per page, so that two servers with different builds cannot alternate forever.
 * @param old the handover of the loader that requests it
 * @throws if there is no later build and the realm is still there
 */
export const renew = (old: Handover): void => {
  const { launcher, live, realm } = old;
  const end = () => {
    try {
      live?.dispose();
    } catch {
      // Its realm was removed, and with it everything that could not be disposed of.
    }
    launcher?.dispose();
    // A page that puts the old element back shows nothing of it.
    launcher?.root.replaceChildren();
    old.lost = () => {};
    realm?.frameElement?.remove();
  };
  const { porch: running } = location as RunningPlace;
  // The page has rewritten its document, and the new tag has started another widget.
  if (realm?.closed && running && running !== old.zE) {
    end();
    return;
  }
  const script = old.script as Tag;
  const times = Number(script[REALM_HOOK] ?? 0);
  if (realm?.closed ? times >= MOST_RESTARTS : old.build === PORCH_BUILD || times)
    throw new Error('no later build');
  script[REALM_HOOK] = times + 1;
  // The old messenger may still report a missing file. Do not restart for it.
  Object.assign(old, { realm: undefined });
  // Leave the queued calls as an inline stub does; `boot` picks them up.
  page.zE = Object.assign(() => {}, { q: old.calls.splice(0) });
  boot(script, ({ launcher: next }) => {
    // Until now the visitor has used the old launcher.
    const open = launcher?.isOpen();
    if (launcher) zE('messenger', open ? 'open' : 'close');
    // Continue with what the visitor has written.
    next?.unsent.push(...(launcher?.unsent ?? []));
    if (open) {
      void launcher?.home().then(async ({ textBox }) => {
        const home = await next?.home();
        // An earlier build had no text box here; its messenger stored the draft.
        if (home && textBox) home.textBox.box.value = textBox.box.value;
        for (const { text } of next?.unsent ?? []) home?.show(text);
      });
    }
    end();
  });
  const zE = page.zE;
  // The page may hold a reference to the old `zE`.
  old.takeOver((args) => zE(...args));
};
