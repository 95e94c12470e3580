import { expect, it } from 'vitest';
import { createTheme } from '../../../src/slices/theme';
import { themeCss } from '../../../src/ui/theme/tokens';
import { decodeConfig } from '../../../src/wire/config';

it('text has 16 px, and 14 px on a device whose screen the window fills (layout-17)', () => {
  const css = themeCss(createTheme(decodeConfig({}).messenger));
  expect(css).toContain(':root{font-size:16px;');
  expect(css).toContain('font:400 1rem/1.5rem system-ui');
  expect(css).toContain('@media (max-device-width:540px),(max-device-height:540px){body{font-size:.875rem;');
});

/** What is drawn in the publisher's page, whose root size is its own. */
const IN_PAGE = /launcherLabel|unreadBadge|campaigns|lightbox/;

it('every text in a card scales with `theme.fontSize`', () => {
  const sources = import.meta.glob('../../../src/{ui,conversation,features,messageKinds}/**/*.{ts,tsx}', {
    query: '?raw',
    import: 'default',
    eager: true,
  }) as Record<string, string>;
  expect(Object.keys(sources).length).toBeGreaterThan(200);
  const fixed = Object.entries(sources).flatMap(([path, text]) =>
    IN_PAGE.test(path) || path.endsWith('/tokens.ts')
      ? []
      : (text.match(/(font-size:[\d.]+px|font:[^;]*\dpx\/)/g) ?? []).map((css) => [path, css]),
  );
  expect(fixed).toEqual([]);
});
