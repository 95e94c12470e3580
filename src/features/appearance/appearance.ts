import { effect, signal } from '@preact/signals-react';
import type { Needs } from '../../conversation/featureDeps';
import { withLabels } from '../../i18n/labels';
import { paintLauncher } from '../../launcher/paint';
import { createOuterPalette } from '../../model/palette';
import { watchDark } from '../../platform/colorScheme';
import { createLazy } from '../../platform/lazy';
import { findSurface } from '../../platform/surfaceRoot';
import { createCustomization } from '../../slices/customization';
import type { Appearance } from '../../slices/theme';
import { obj } from '../../wire/decode';
import { decodeCustomization, isArranged } from '../../wire/theme';
import { applyStyleSheet } from './applyStyleSheet';
import { customCss } from './customCss';

type Deps = Needs<'host' | 'colours' | 'report' | 'onDispose', 'settings' | 'locale'>;

/**
 * The publisher's look beyond the three basic colors. It loads before the card is drawn if the configuration
 * needs it, or with the first customization call. There is one for each messenger.
 */
export const createAppearance = (deps: Deps): Appearance => {
  const { slices, host, colours, report, onDispose } = deps;
  const { customization: initial, problems } = decodeCustomization(slices.settings.raw);
  for (const problem of problems) report(`The configuration's ${problem}`);
  const customization = createCustomization({ initial });
  const dark = signal(false);
  /** The reported labels that no word has. */
  const told = new Set<string>();
  onDispose(watchDark(host, (now) => (dark.value = now)));
  slices.locale.override((words) => withLabels(words, customization.labels.value));
  onDispose(
    effect(() => {
      const words = slices.locale.words.value;
      const labels = customization.labels.value;
      if (words && Object.keys(labels).length)
        void import('./unknownLabels').then(({ tellUnknown }) => tellUnknown(words, labels, report, told));
    }),
  );
  onDispose(applyStyleSheet(colours, () => customCss(customization.wishes.value, dark.value)));
  onDispose(
    effect(() => {
      const wishes = customization.wishes.value;
      const { colors, scheme } = wishes;
      const palette = createOuterPalette(colors, scheme === 'auto' ? dark.value : scheme === 'dark');
      const root = findSurface(host);
      // Until the first call is applied, keep the launcher's action color and the scheme: they come from the
      // configuration, or from a call made before the messenger loaded.
      if (root && wishes === initial) paintLauncher(root, { notify: palette.notify });
      else if (root) paintLauncher(root, palette, scheme);
    }),
  );

  const layout = createLazy(async () => (await import('./layout')).createLayoutChanges(deps));
  /** Once the layout's file is requested, every call waits for it, so that calls apply in order. */
  const arranged = async (value: unknown) =>
    isArranged(value) || layout.begun()
      ? layout().then(
          (arrange) => arrange(value),
          (cause) => void report('layout could not be loaded', cause),
        )
      : undefined;
  let changing: Promise<unknown> = arranged({ ...slices.settings.raw, position: undefined });
  return {
    ready: () => changing,
    customize(value, misuse) {
      const read = decodeCustomization(value);
      changing = arranged(value).then((layout) => {
        const problems =
          obj(value) === value ? [...read.problems, ...(layout?.problems ?? [])] : ['must be an object.'];
        customization.add(read.customization);
        layout?.apply();
        if (problems[0]) misuse(`customization: ${problems.join(' ')}`);
      });
      return changing;
    },
  };
};
