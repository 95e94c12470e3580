import { describe, expect, it } from 'vitest';
import { frameCss } from '../../../src/launcher/styles';
import { decodeLauncherConfig } from '../../../src/wire/launcherConfig';

/** A page on a system with a dark or a light color scheme. */
const page = (dark: boolean) =>
  ({ matchMedia: (query: string) => ({ matches: dark && query.includes('dark') }) }) as unknown as Window;

const paint = (messenger: object, dark = false) => {
  const css = frameCss(decodeLauncherConfig({ messenger }), page(dark));
  const of = (rule: string) =>
    new RegExp(`\\}${rule}\\{[^}]*background:([^;]+);color:([^;}]+)`).exec(css)?.slice(1);
  return { card: of('body>div'), header: of('header'), button: of('form button,main button') };
};

const LIGHT = ['rgb(255,253,250)', '#000'];
const DARK = ['rgb(26,24,22)', '#fff'];

describe('the skeleton has the colours of the card that follows', () => {
  it.each([
    ['light by itself, whatever the system wants', {}, true, LIGHT],
    ['dark where the account says so', { theme: { scheme: 'dark' } }, false, DARK],
    ['dark where the system decides and wants it', { theme: { scheme: 'auto' } }, true, DARK],
    ['light where the system decides and does not', { theme: { scheme: 'auto' } }, false, LIGHT],
    [
      'on the account’s own background',
      { color: { background: 'rgb(32, 48, 74)' } },
      false,
      ['rgb(32,48,74)', '#fff'],
    ],
    [
      'on that of the theme before that of the colours',
      { color: { background: '#000' }, theme: { background: '#fff' } },
      true,
      ['rgb(255,255,255)', '#000'],
    ],
  ])('%s', (_, messenger, dark, expected) => {
    expect(paint(messenger, dark).card).toEqual(expected);
    expect(paint(messenger, dark).header).toEqual(expected);
  });

  it('has the header and the button in the account’s colours', () => {
    const { card, header, button } = paint({ color: { primary: '#5b2a86', action: 'rgb(255, 180, 0)' } });
    expect(card).toEqual(LIGHT);
    expect(header).toEqual(['rgb(91,42,134)', '#fff']);
    expect(button).toEqual(['rgb(255,180,0)', '#000']);
  });
});
