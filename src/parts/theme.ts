import { effect, signal } from '@preact/signals-react';
import { withLabels } from '../i18n/labels';
import { paintLauncher } from '../launcher/paint';
import { createOuterPalette } from '../model/palette';
import { watchDark } from '../platform/colorScheme';
import type { FrameStyles } from '../platform/sheets';
import { findSurface } from '../platform/surfaceRoot';
import { createCustomization } from '../slices/customization';
import type { ThemePart } from '../slices/theme';
import { customCss } from '../ui/theme/customCss';
import { obj } from '../wire/decode';
import { decodeCustomization, isArranged } from '../wire/theme';
import type { PartDeps } from './deps';
import type { Arrange } from './layout';

/**
 * Whatever of the look is more than three colours: loaded before the card is drawn where the configuration asks, or with a
 * call. There is one for a messenger, whoever asks first.
 */
export const createPart = (deps: PartDeps): ThemePart => {
  deps.colours.part ??= createTheme(deps);
  return deps.colours.part;
};

/** Puts a sheet into every frame that a card is drawn into, and keeps it up to date. @returns the undo */
export const dress = ({ frames }: PartDeps['colours'], css: () => string): (() => void) => {
  const sheets = new WeakMap<FrameStyles, CSSStyleSheet>();
  return effect(() => {
    const text = css();
    for (const frame of frames.value) {
      const sheet = sheets.get(frame) ?? frame.adopt('');
      sheets.set(frame, sheet);
      sheet.replaceSync(text);
    }
  });
};

const createTheme = (deps: PartDeps): ThemePart => {
  const { slices, host, colours, report, own } = deps;
  const { customization: initial, problems } = decodeCustomization(slices.settings.raw);
  for (const problem of problems) report(`The configuration's ${problem}`);
  const customization = createCustomization({ initial });
  const dark = signal(false);
  own(watchDark(host, (now) => (dark.value = now)));
  slices.locale.relabel.value = (words) => withLabels(words, customization.labels.value);
  own(dress(colours, () => customCss(customization.wishes.value, dark.value)));
  own(
    effect(() => {
      const { colors, scheme } = customization.wishes.value;
      const { action, notify } = createOuterPalette(
        colors,
        scheme === 'auto' ? dark.value : scheme === 'dark',
      );
      const root = findSurface(host);
      // Until a call is read the launcher has the configuration's action colour, or that of a call from before the messenger.
      if (root)
        paintLauncher(root, { notify, action: customization.wishes.value === initial ? undefined : action });
    }),
  );

  let layout: Promise<Arrange | undefined> | undefined;
  /** Once it is loaded or on its way all wait for it, so that calls are followed in their order. */
  const arranged = async (value: unknown) => {
    if (isArranged(value))
      layout ??= import('./layout').then(
        ({ createPart }) => createPart(deps),
        (cause) => {
          layout = undefined;
          report('layout could not be loaded', cause);
          return undefined;
        },
      );
    return (await layout)?.(value);
  };
  return {
    ready: arranged({ ...slices.settings.raw, position: undefined }),
    async customize(value, misuse) {
      const read = decodeCustomization(value);
      const layout = await arranged(value);
      const wrong =
        obj(value) === value ? [...read.problems, ...(layout?.problems ?? [])] : ['An object is needed.'];
      if (wrong[0]) misuse(`customization: ${wrong.join(' ')}`);
      else {
        customization.add(read.customization);
        layout?.apply();
      }
    },
  };
};
