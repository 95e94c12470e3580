import { createPalette, type Rgb, type Scope } from '../../model/palette';
import type { Customization } from '../../wire/theme';

const rgb = (color: Rgb) => `rgb(${color})`;

const filled = (on: string, pair: { surface: Rgb; ink: Rgb } | undefined) =>
  pair ? `:root ${on}{background:${rgb(pair.surface)};color:${rgb(pair.ink)}}` : '';

const tokens = (scope: Scope): string =>
  Object.entries(scope)
    .map(([name, color]) => `--${name}:${rgb(color)};`)
    .join('');

/** Smallest font size of input fields, in CSS pixels. Phones zoom in on smaller ones. */
const LEAST_INPUT = 16;

/** Matches the composer, but not a conversation's forms, which lie on a card. */
const COMPOSER = ':not([data-on])>form';

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
  const { message } = p;
  const scopes: [string, Scope][] = [
    [`[data-on=elevated],:root ${COMPOSER}`, p.elevated],
    ['[data-on=card]', p.card],
    ['[data-on=business]', business],
    ['header', p.header],
  ];
  return `:root:root{${tokens(p.main)}--elevated:${rgb(p.elevated.surface)};--card:${rgb(p.card.surface)};
--business:${rgb(business.surface)};--onBusiness:${rgb(business.ink)};--message:${rgb(message.surface)};--onMessage:${rgb(message.ink)};
--action:${rgb(p.action.surface)};--onAction:${rgb(p.action.ink)};--notify:${rgb(p.notify.surface)};--onNotify:${rgb(p.notify.ink)};
color-scheme:${p.dark ? 'dark' : 'light'};${borderRadius === undefined ? '' : `--panel:${borderRadius}px;--bubble:${borderRadius * 1.125}px;--corner:${borderRadius * 0.375}px;--control:${borderRadius * 0.625}px;`}}
${scopes.map(([on, scope]) => `:root ${on}{${tokens(scope)}color:var(--ink)}`).join('')}
:root header{background:var(--surface)}
${borderRadius === undefined ? '' : `:root ${COMPOSER}{border-radius:${borderRadius * 1.5}px}`}
${wishes.fontSize ? `:root{--text:${fontSize}px}:root body{font-size:${fontSize}px;line-height:1.5}` : ''}
${fontSize > LEAST_INPUT ? `:root:root :is(textarea,input,select){font-size:${fontSize}px;line-height:1.5}` : ''}
${filled('li[data-own]>div:last-child:has([role=alert])', p.alert)}
${filled('[data-note=back]', p.success)}
${flat ? ':root:root,:root [data-on],:root header{--line:transparent}' : ''}`;
};
