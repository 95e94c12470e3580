import { boot, page } from './boot';
import { type Handover, REALM_HOOK } from './handover';

/** The messenger's file of this build, set by the build. */
declare const PORCH_MESSENGER: string;

/** A tag that a later build has taken over once. */
type Tag = HTMLScriptElement & { [REALM_HOOK]?: boolean };

/**
 * A loader asks for this file where one of its own build cannot be had: after an upgrade it comes from the build that is
 * there now, whose loader then goes on with the page. Its name stays, and so must what it reads of `Handover`, which an
 * earlier build made. Once for a page, so that servers of two builds do not send it to and fro.
 * @throws where there is no other build to go on with
 */
export const renew = (old: Handover): void => {
  const { launcher, live } = old;
  const script = old.script as Tag;
  if (old.build === PORCH_MESSENGER || script[REALM_HOOK]) throw new Error('no later build');
  script[REALM_HOOK] = true;
  const open = launcher?.isOpen();
  // As an inline stub leaves what it gathered.
  page.zE = Object.assign(() => {}, { q: old.calls.splice(0) });
  boot(script, () => {
    live?.dispose();
    launcher?.dispose();
    old.realm?.frameElement?.remove();
  });
  const zE = page.zE;
  // A page may have kept the old one.
  old.takeOver((args) => zE(...args));
  if (open !== undefined) zE('messenger', open ? 'open' : 'close');
};
