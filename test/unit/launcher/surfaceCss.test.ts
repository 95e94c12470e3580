import { describe, expect, it } from 'vitest';
import { FULL_SCREEN, surfaceCss } from '../../../src/launcher/styles';
import { decodeLauncherConfig } from '../../../src/wire/launcherConfig';

const css = (messenger: object = {}) => surfaceCss(decodeLauncherConfig({ messenger }));
/** The declarations of the last rule with exactly this selector, in whatever order they are. */
const declared = (text: string, selector: string): Record<string, string> => {
  const rules = [...text.matchAll(/([^{}]+)\{([^{}]*)\}/g)].filter(([, name]) => name === selector);
  const lines = rules.at(-1)?.[2]?.split(';') ?? [];
  return Object.fromEntries(lines.map((line) => line.split(/:(.*)/s)));
};
const [everywhere = ''] = css().split('@media');
const full = css().split(`@media ${FULL_SCREEN}`)[1] ?? '';
const radius = (shape: unknown) => /\.l\{[^}]*;border-radius:(\d+)px/.exec(css({ launcher: { shape } }))?.[1];

describe('the launcher', () => {
  it('is a square with rounded corners where the configuration says so, else a circle of 56 px (launcher-1)', () => {
    expect(['square', 'circle', undefined, 'none'].map(radius)).toEqual(['16', '56', '56', '56']);
  });

  it('makes room for the window above it, unless there is none (launcher-1)', () => {
    const without = css({ launcher: { shape: 'none' } }).split('@media')[0] ?? '';
    expect(declared(everywhere, '.card')).toMatchObject({ visibility: 'hidden', bottom: '88px' });
    expect(declared(without, '.card')).toMatchObject({ visibility: 'hidden', bottom: '16px' });
  });
});

describe('the launcher where the window takes its place', () => {
  it('fades out over 200 ms after 150 ms, and back in the same way (launcher-8)', () => {
    expect(css()).toMatch(/\.l\{[^}]*transition:[^}]*opacity \.2s \.15s\}/);
    const open = [...css().matchAll(/:host\(\[data-open\]\) \.l\{([^}]*)\}/g)].map(([, rule]) => rule);
    // On a low page, and on a screen that the window fills.
    expect(open).toEqual(Array(2).fill('opacity:0;visibility:hidden;transition:.2s .15s'));
  });

  it('is gone at once when the page hides it (launcher-8)', () => {
    expect(css()).toContain(':host([data-hidden]){display:none!important}');
  });
});

describe('the window', () => {
  it('opens and closes in 400 ms, and in 280 ms where it fills the screen (layout-19)', () => {
    expect(declared(everywhere, '.card')).toMatchObject({
      transition: '.4s',
      'transition-property': 'opacity,translate,visibility',
    });
    expect(declared(full, '.card')['transition-duration']).toBe('.28s');
  });

  it('fills screens of at most 540 × 926 px, upright or across (layout-2)', () => {
    expect(FULL_SCREEN).toBe(
      '(max-width:540px) and (max-height:926px),(max-width:926px) and (max-height:540px)',
    );
    expect(declared(full, '.card')).toMatchObject({ inset: '0', margin: '0', width: '100%', height: '100%' });
  });

  it('takes the place of the launcher where the page is at most 670 px high (layout-3)', () => {
    const low = /@media \(max-height:670px\)\{(.*?)\}\}/.exec(css())?.[1];
    expect(declared(`${low}}`, '.card').bottom).toBe('16px');
    expect(low).toContain(':host([data-open]) .l{opacity:0;visibility:hidden');
  });
});
