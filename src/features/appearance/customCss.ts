import { createPalette, type Rgb, type Scope } from '../../model/palette';
import type { Customization } from '../../wire/theme';
import { LEAST_INPUT } from './inputs';

const rgb = (color: Rgb) => `rgb(${color})`;

/** The declarations of tokens. */
const tokensOf = (values: object): string =>
  Object.entries(values)
    .map(([name, value]) => `--${name}:${value};`)
    .join('');

/** The same of a scope's colors. */
const tokens = (scope: Scope): string =>
  Object.entries(scope)
    .map(([name, color]) => `--${name}:${rgb(color)};`)
    .join('');

/** The tokens of a surface's color and of the text on it. */
const filled = (on: string, ink: string, pair: { surface: Rgb; ink: Rgb } | undefined): string =>
  pair ? `--${on}:${rgb(pair.surface)};--${ink}:${rgb(pair.ink)};` : '';

const rounded = (radius: number): string =>
  tokensOf({
    panel: `${radius}px`,
    bubble: `${radius * 1.125}px`,
    corner: `${radius * 0.375}px`,
    control: `${radius * 0.625}px`,
    composer: `${radius * 1.5}px`,
  });

/**
 * Returns the CSS for a publisher's customization, which overrides `tokens.ts`. The header, the composer and
 * each surface named in `data-on` get tokens that suit their background. The CSS contains only numbers and
 * Porch's own names, never the publisher's text.
 * @param dark whether the visitor's system is dark; used for the scheme `auto`
 */
export const customCss = (wishes: Customization, dark: boolean): string => {
  const { scheme, fontSize = LEAST_INPUT, borderRadius } = wishes;
  const p = createPalette(wishes.colors, scheme === 'auto' ? dark : scheme === 'dark');
  const flat = wishes.stylingPreset === 'minimalistic';
  // In the minimalistic preset the bubble is invisible: it has the card's own colors.
  const business = flat ? p.main : p.business;
  const { elevated, card, header } = p;
  const scopes = { elevated, composer: elevated, card, business, header };
  return `:root:root{${tokens(p.main)}--elevated:${rgb(elevated.surface)};--card:${rgb(card.surface)};
${filled('business', 'onBusiness', business)}${filled('message', 'onMessage', p.message)}${filled('action', 'onAction', p.action)}
${filled('notify', 'onNotify', p.notify)}${filled('alert', 'onAlert', p.alert)}
color-scheme:${p.dark ? 'dark' : 'light'};${borderRadius === undefined ? '' : rounded(borderRadius)}
${fontSize > LEAST_INPUT ? `--input:${fontSize}px;` : ''}}
${Object.entries(scopes)
  .map(([on, scope]) => `:root [data-on=${on}]{${tokens(scope)}color:var(--ink)}`)
  .join('')}
:root [data-on=header]{background:var(--surface)}
${p.success ? `:root [data-note=back]{background:${rgb(p.success.surface)};color:${rgb(p.success.ink)}}` : ''}
${wishes.fontSize ? `:root:root{font-size:${fontSize}px}:root body{font-size:1rem;line-height:1.5}` : ''}
${flat ? ':root:root,:root [data-on]:not([data-on=composer]){--line:transparent}' : ''}`;
};
