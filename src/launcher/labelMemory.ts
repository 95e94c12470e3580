import type { Handover } from '../loader/handover';
import { readConsent } from '../platform/consentLevel';
import { type ConsentLevel, createStorages } from '../platform/storage';
import type { LauncherConfig } from '../wire/config';
import { str } from '../wire/decode';
import type { Launcher } from './launcher';

/** Where it is kept that the visitor has hidden the label. */
const KEY = 'launcherLabelHidden';

/**
 * Draws the launcher's text, unless this visitor has hidden it: "The label can be hidden once and the choice is remembered
 * in storage." (SPEC.md section 2). Loaded where an account has a label, long before the messenger, which many a page never
 * loads: until it brings its store, what the page says of cookies is read from the calls that wait for it.
 */
export const start = async (
  launcher: Launcher,
  handover: Handover,
  config: LauncherConfig,
): Promise<void> => {
  const text = str(config.launcher.text);
  if (!text) return;
  const { host, calls } = handover;
  const { messenger } = handover.config as { messenger: { conversationHistory?: unknown } };
  const level = () =>
    calls.reduce<ConsentLevel>(
      (before, { method, cancelled, 2: value }) =>
        (method === 'messenger:set.cookies' && !cancelled && readConsent(value)) || before,
      'all',
    );
  const store = () =>
    handover.store ?? createStorages(host, messenger.conversationHistory === 'remember', level()).lasting;
  let hidden = Boolean(store().get(KEY));
  const keep = () => {
    // This entry alone: the messenger takes up what else there is before it is taken away.
    if (level() === 'none') store().remove(KEY);
    else if (hidden) store().set(KEY, 'true');
  };
  keep();
  const { early } = launcher;
  launcher.early = (call) => {
    early(call);
    keep();
  };
  if (hidden) return;
  const { drawLabel } = await import('./label');
  drawLabel(launcher, host, config, text, () => {
    hidden = true;
    keep();
  });
};
