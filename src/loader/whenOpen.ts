import type { Launcher } from '../launcher/launcherType';
import type { Surface } from '../launcher/surface';
import type { Realm } from '../platform/frames';

/**
 * Calls `run` once the window is open, at once if it is.
 * @param realm its observer is used, as the page may have replaced its own
 */
export const whenOpen = (launcher: Surface & Partial<Launcher>, realm: Realm, run: () => unknown): void => {
  const look = () => {
    if (!launcher.isOpen()) return;
    opening.disconnect();
    run();
  };
  const opening = new realm.MutationObserver(look);
  opening.observe(launcher.root.host, { attributeFilter: ['data-open'] });
  look();
};
