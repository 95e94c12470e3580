import type { Launcher } from '../../launcher/launcherType';
import type { Handover } from '../../loader/handover';
import { firstConsent } from '../../platform/consentLevel';
import { createStorages } from '../../platform/storage';
import type { LauncherConfig } from '../../wire/config';
import { str } from '../../wire/decode';

/** Storage key that records that the visitor has hidden the label. */
const KEY = 'launcherLabelHidden';

/**
 * Draws the launcher's label unless this visitor has hidden it; storage remembers that choice. This code runs
 * before the messenger, which many pages never load. Until the messenger provides its store, the cookie
 * consent is read from the queued calls.
 */
export const start = async (
  launcher: Launcher,
  handover: Handover,
  config: LauncherConfig,
): Promise<void> => {
  const text = str(config.launcher.text);
  if (!text) return;
  const { host, calls } = handover;
  const level = () => firstConsent(calls);
  const store = () =>
    handover.store ?? createStorages(host, config.conversationHistory === 'remember', level()).lasting;
  let hidden = Boolean(store().get(KEY));
  const keep = () => {
    // Remove only this entry. The messenger reads the other entries before it removes them.
    if (level() === 'none') store().remove(KEY);
    else if (hidden) store().set(KEY, 'true');
  };
  keep();
  // The page may set its consent before the messenger is there.
  new MutationObserver(keep).observe(launcher.root.host, { attributes: true });
  if (hidden) return;
  const { drawLabel } = await import('./label');
  drawLabel(launcher, host, config, text, () => {
    hidden = true;
    keep();
  });
};
