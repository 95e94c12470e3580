import type { Launcher } from '../../launcher/launcherType';
import type { Handover } from '../../loader/handover';
import { firstConsent } from '../../platform/consentLevel';
import { createStorages, type Storages } from '../../platform/storage';
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
  const store = () =>
    handover.live?.deps.storages.lasting ??
    createStorages(host, config.conversationHistory === 'remember', level()).lasting;
  let hidden = store().get(KEY);
  const keep = () => {
    // Remove only this entry. The messenger reads the other entries before it removes them.
    if (level() === 'none') store().remove(KEY);
    else if (hidden) store().set(KEY, hidden);
  };
  keep();
  // The page may set its consent before the messenger is there.
  new MutationObserver(keep).observe(launcher.root.host, { attributes: true });
  if (hidden) return;
  const { drawLabel } = await import('./label');
  drawLabel(launcher, host, config, text, () => {
    hidden = 'true';
    keep();
  });
};
