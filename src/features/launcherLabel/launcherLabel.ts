import type { Launcher } from '../../launcher/launcherType';
import type { Handover } from '../../loader/handover';
import { firstConsent } from '../../platform/consentLevel';
import { STORAGE_PREFIX, type Storages, type Store } from '../../platform/storage';
import type { LauncherConfig } from '../../wire/config';
import { str } from '../../wire/decode';

/** Storage key that records that the visitor has hidden the label. */
const KEY = 'launcherLabelHidden';

/**
 * Draws the launcher's label unless this visitor has hidden it; storage remembers that choice. This code runs
 * before the messenger, which many pages never load. Until the messenger runs, whose store follows the
 * cookie consent, the consent is read from the page's calls.
 */
export const start = async (
  launcher: Launcher,
  handover: Handover<{ storages: Pick<Storages, 'lasting'> }>,
  config: LauncherConfig,
): Promise<void> => {
  const text = str(config.launcher.text);
  if (!text) return;
  // The messenger takes these calls over. Its store follows the consent from then on.
  const { host, calls } = handover;
  const level = () => firstConsent(calls);
  const native = <T>(use: (storage: Storage) => T): T | undefined => {
    try {
      return use(host[config.conversationHistory === 'remember' ? 'localStorage' : 'sessionStorage']);
    } catch {
      // Storage is blocked or full: the label is back on the next page.
      return undefined;
    }
  };
  const own: Pick<Store, 'get' | 'set' | 'remove'> = {
    get: (key) => native((s) => s.getItem(STORAGE_PREFIX + key)) ?? null,
    set: (key, value) => native((s) => s.setItem(STORAGE_PREFIX + key, value)),
    remove: (key) => native((s) => s.removeItem(STORAGE_PREFIX + key)),
  };
  const store = () => handover.live?.deps.storages.lasting ?? own;
  let hidden = level() === 'none' ? null : store().get(KEY);
  const keep = () => {
    // Remove only this entry. The messenger reads the other entries before it removes them.
    if (level() === 'none') store().remove(KEY);
    else if (hidden) store().set(KEY, hidden);
  };
  keep();
  // The page may set its consent before the messenger has loaded.
  new MutationObserver(keep).observe(launcher.root.host, { attributes: true });
  if (hidden) return;
  const { drawLabel } = await import('./label');
  drawLabel(launcher, host, config, text, () => {
    hidden = 'true';
    keep();
  });
};
