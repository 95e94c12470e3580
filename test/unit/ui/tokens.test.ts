import { expect, it } from 'vitest';
import { createTheme } from '../../../src/slices/theme';
import { themeCss } from '../../../src/ui/theme/tokens';
import { decodeConfig } from '../../../src/wire/config';

it('text has 16 px, and 14 px on a device whose screen the window fills (layout-17)', () => {
  const css = themeCss(createTheme(decodeConfig({}).messenger));
  expect(css).toContain('font:400 16px/24px system-ui');
  expect(css).toContain('@media (max-device-width:540px),(max-device-height:540px){body{font-size:14px;');
});
