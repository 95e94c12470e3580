import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { customCss } from '../../../../src/features/appearance/customCss';
import { layoutCss } from '../../../../src/features/appearance/layoutCss';
import { placedCss } from '../../../../src/launcher/place';
import { surfaceCss } from '../../../../src/launcher/styles';
import { decodeLauncherConfig } from '../../../../src/wire/launcherConfig';
import type { Layout } from '../../../../src/wire/layout';
import type { Customization } from '../../../../src/wire/theme';

/**
 * What a selector of the look may consist of: the document itself, and the names that components give their
 * areas. An element's name, its place among others or `:has()` would break with the component's markup.
 */
const ALLOWED = [
  ':root',
  'body',
  '[data-list]',
  '[data-note=back]',
  '[data-on=business]',
  '[data-on=card]',
  '[data-on=composer]',
  '[data-on=elevated]',
  '[data-on=header]',
  '[data-on]:not([data-on=composer])',
  '[data-own]',
  '[data-shows=list]',
  '[data-shows=log]',
  '[data-time]',
  ':not([data-own])',
];

/** Every wish that draws something of its own, together and with its opposite. */
const LAYOUTS: Layout[] = [
  {
    contentScale: 160,
    hideHeader: true,
    hideListHeader: true,
    hideNew: true,
    hideListAvatar: true,
    listAvatarSize: 20,
    hideTime: true,
    hidePreview: true,
    hideDivider: true,
    group: true,
    hideLogHeader: true,
    avatarPosition: 'side',
    avatarSize: 20,
    hideBusinessBubble: true,
    hideUserBubble: true,
    businessWidth: '50%',
    userWidth: '50%',
    showSources: false,
  },
  { contentScale: 50, hideDivider: false, avatarPosition: 'top' },
];
const LOOKS: Customization[] = [
  {
    colors: { success: [1, 2, 3, 1], error: [1, 2, 3, 1], onError: [4, 5, 6, 1] },
    labels: {},
    scheme: 'dark',
    borderRadius: 8,
    fontSize: 20,
    stylingPreset: 'minimalistic',
  },
  { colors: {}, labels: {}, fontSize: 12 },
];
const CSS = [...LAYOUTS.map(layoutCss), ...LOOKS.map((look) => customCss(look, false))].join('\n');

/** The parts of each selector that are not allowed. */
const refused = (css: string): string[] =>
  [...css.matchAll(/([^{}]+)\{[^{}]*\}/g)]
    .flatMap(([, selectors = '']) => selectors.split(','))
    .map((selector) => ALLOWED.reduceRight((rest, part) => rest.replaceAll(part, ''), selector.trim()))
    .map((rest) => rest.trim())
    .filter(Boolean);

describe('the publisher’s look', () => {
  it('selects areas by their names alone', () => {
    expect(refused(CSS)).toEqual([]);
    for (const wrong of [':root header', ':root [data-list]>footer', ':root [data-time]+[data-time]'])
      expect(refused(`${wrong}{color:red}`)).toHaveLength(1);
    expect(refused(':root div:has([data-list]){color:red}')).toHaveLength(1);
  });

  it('moves elements beside the launcher by tokens', () => {
    const config = decodeLauncherConfig({ messenger: {} });
    const added = placedCss(config).slice(surfaceCss(config).length);
    expect([...added.matchAll(/([^{}]+)\{--/g)].map(([, selector]) => selector)).toEqual([':host', ':host']);
  });

  it('sets only tokens and names only areas that a component has', () => {
    const src = join(import.meta.dirname, '../../../../src');
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' });
    const components = files
      .filter((file) => /\.tsx?$/.test(file) && !file.includes('appearance'))
      .map((file) => readFileSync(join(src, file), 'utf8'))
      .join('\n');
    const tokens = new Set([...CSS.matchAll(/--(\w[\w-]*):/g)].map(([, name]) => name));
    const read = (name = '') => `${components}${CSS}`.includes(`var(--${name}`);
    expect([...tokens].filter((name) => !read(name))).toEqual([]);
    const areas = new Set([...CSS.matchAll(/\[(data-[a-z]+)(?:=(\w+))?\]/g)].map(([, a, b]) => `${a} ${b}`));
    const missing = [...areas].filter((area) => {
      const [name = '', value = 'undefined'] = area.split(' ');
      return !components.includes(name) || (value !== 'undefined' && !components.includes(value));
    });
    expect(missing).toEqual([]);
  });
});
