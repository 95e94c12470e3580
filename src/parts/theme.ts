import { effect, signal } from '@preact/signals-react';
import { relabel } from '../flows/relabel';
import { watchDark } from '../platform/colorScheme';
import type { FrameStyles } from '../platform/sheets';
import { createCustomization } from '../slices/customization';
import type { ThemePart } from '../slices/theme';
import { customCss } from '../ui/theme/customCss';
import { decodeCustomization } from '../wire/theme';
import type { PartDeps } from './deps';

/**
 * Whatever of the look is more than three colours: loaded before the card is drawn where the configuration asks, or with a
 * call. There is one for a messenger, whoever asks first.
 */
export const createPart = (deps: PartDeps): ThemePart => {
  deps.colours.part ??= createTheme(deps);
  return deps.colours.part;
};

const createTheme = ({ slices, host, colours, report, own }: PartDeps): ThemePart => {
  const { customization: initial, problems } = decodeCustomization(slices.settings.raw);
  for (const problem of problems) report(`The configuration's ${problem}`);
  const customization = createCustomization({ initial });
  const dark = signal(false);
  own(watchDark(host, (now) => (dark.value = now)));
  own(relabel({ locale: slices.locale, labels: customization.labels }));
  const sheets = new WeakMap<FrameStyles, CSSStyleSheet>();
  own(
    effect(() => {
      const css = customCss(customization.wishes.value, dark.value);
      for (const frame of colours.frames.value) {
        const sheet = sheets.get(frame) ?? frame.adopt('');
        sheets.set(frame, sheet);
        sheet.replaceSync(css);
      }
    }),
  );
  return {
    customize(value, misuse) {
      const read = decodeCustomization(value);
      const wrong = value === null || typeof value !== 'object' ? ['An object is needed.'] : read.problems;
      if (wrong.length > 0) misuse(`customization: ${wrong.join(' ')}`);
      else customization.add(read.customization);
    },
  };
};
