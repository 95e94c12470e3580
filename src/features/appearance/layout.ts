import type { Needs } from '../../conversation/featureDeps';
import { findSurface, rewriteRules } from '../../platform/surfaceRoot';
import { createLayout } from '../../slices/layout';
import { decodeLayout } from '../../wire/layout';
import { applyStyleSheet } from './applyStyleSheet';
import { layoutCss } from './layoutCss';
import { placeWidget } from './placeWidget';

/** Reads the layout from a customization call: returns its problems and a function that applies it. */
export type Arrange = (value: unknown) => { problems: readonly string[]; apply: () => void };

/** Applies the layout of a customization, as opposed to its colors. `appearance.ts` loads this when it is needed. */
export const createLayoutChanges = ({
  slices,
  host,
  colours,
  report,
  onDispose,
}: Needs<'host' | 'colours' | 'report' | 'onDispose', 'settings'>): Arrange => {
  const messenger = slices.settings.raw;
  // The configuration's `position` has another format, which the launcher reads.
  const { layout: initial, problems } = decodeLayout({ ...messenger, position: undefined });
  for (const problem of problems) report(`The configuration's ${problem}`);
  const { wishes, add } = createLayout({ initial });
  onDispose(applyStyleSheet(colours, () => layoutCss(wishes.value)));
  const write = (css: string) => {
    const root = findSurface(host);
    if (root) rewriteRules(root, css);
  };
  onDispose(placeWidget({ messenger, wishes, drawn: colours.frames, write, report }));
  return (value) => {
    const read = decodeLayout(value);
    return { problems: read.problems, apply: () => add(read.layout) };
  };
};
