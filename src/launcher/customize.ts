import { createOuterPalette } from '../model/palette';
import { rewriteRules } from '../platform/surfaceRoot';
import type { LauncherConfig, LauncherWords } from '../wire/config';
import { obj } from '../wire/decode';
import { decodeLayout, isPlaced, type Layout } from '../wire/layout';
import { type Customization, decodeCustomization, layCustomization } from '../wire/theme';
import type { Launcher } from './launcherType';
import { paintLauncher, rgb } from './paint';
import { placed, placedCss } from './place';
import { frameCss } from './styles';

/** Maps each label override to the launcher word it replaces. */
const LABELS: [label: string, word: keyof LauncherWords][] = [
  ['launcher_open', 'open'],
  ['launcher_close', 'close'],
  ['frame_home', 'window'],
  ['initial_conversation_request_failed', 'failed'],
  ['retry', 'retry'],
  ['composer_label', 'write'],
  ['composer_send', 'send'],
  ['launcher.hide_label', 'hide'],
  ['campaign.message', 'campaign'],
  ['message.dismiss', 'dismiss'],
];

type Calls = readonly (readonly unknown[] & { method: string; cancelled?: boolean })[];

/**
 * Reads the customization and layout from calls queued for the messenger.
 * Leaves out wrong fields; the messenger reports them when it replays the calls.
 */
export const readWishes = (calls: Calls): { theme: Customization; layout: Layout } => {
  let theme: Customization = { colors: {}, labels: {} };
  let layout: Layout = {};
  for (const { method, cancelled, 2: value } of calls) {
    if (method !== 'messenger:set.customization' || cancelled || obj(value) !== value) continue;
    theme = layCustomization(theme, decodeCustomization(value).customization);
    layout = { ...layout, ...decodeLayout(value).layout };
  }
  return { theme, layout };
};

/**
 * Applies queued customization calls to the launcher before the messenger loads. The loaded messenger does
 * this in features/appearance. Also changes `config`, because the skeleton and the label
 * are drawn from it later.
 */
export const start = (
  launcher: Launcher,
  handover: { host: Window; config: unknown; calls: Calls },
  config: LauncherConfig,
): void => {
  const { theme, layout } = readWishes(handover.calls);
  const { words } = config.launcher;
  for (const [label, word] of LABELS) {
    const text = theme.labels[label];
    if (!text) continue;
    words[word] = text;
  }
  launcher.update(words);

  const { customization } = decodeCustomization(obj(handover.config).messenger);
  const { colors, scheme } = layCustomization(customization, theme);
  const dark =
    scheme === 'dark' ||
    (scheme === 'auto' && handover.host.matchMedia('(prefers-color-scheme:dark)').matches);
  const palette = createOuterPalette(colors, dark);
  Object.assign(config, placed(config, layout), {
    scheme,
    background: rgb(palette.surface),
    primary: rgb(palette.header),
    action: palette.action ? rgb(palette.action.surface) : config.action,
  });
  paintLauncher(launcher.root, palette, scheme);
  if (isPlaced(layout)) rewriteRules(launcher.root, placedCss(config));
  const card = launcher.root.querySelector('iframe')?.contentDocument;
  // A window that a call has already opened.
  if (card) rewriteRules(card, frameCss(config, handover.host));
  // Launcher and window wait for this look (launcher.ts).
  launcher.root.host.toggleAttribute('data-wait', false);
};
