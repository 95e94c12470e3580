import { placeWidget } from '../flows/placeWidget';
import { findSurface, rewriteRules } from '../platform/surfaceRoot';
import { createLayout } from '../slices/layout';
import { layoutCss } from '../ui/theme/layoutCss';
import { decodeLayout } from '../wire/layout';
import type { PartDeps } from './deps';
import { dress } from './theme';

/** What a call of the page wants arranged: what is wrong with it, and what does it. */
export type Arrange = (value: unknown) => { problems: readonly string[]; apply: () => void };

/** Whatever a publisher wants arranged otherwise, not only coloured: loaded by the look's part where somebody does. */
export const createPart = ({ slices, host, colours, report, own }: PartDeps): Arrange => {
  const messenger = slices.settings.raw;
  // The configuration has the place under the same name in another form, which the launcher reads.
  const { layout: initial, problems } = decodeLayout({ ...messenger, position: undefined });
  for (const problem of problems) report(`The configuration's ${problem}`);
  const { wishes, add } = createLayout({ initial });
  own(dress(colours, () => layoutCss(wishes.value)));
  const write = (css: string) => {
    const root = findSurface(host);
    if (root) rewriteRules(root, css);
  };
  own(placeWidget({ messenger, wishes, drawn: colours.frames, write, report }));
  return (value) => {
    const read = decodeLayout(value);
    return { problems: read.problems, apply: () => add(read.layout) };
  };
};
