import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isThemed } from '../../../src/wire/config';
import { decodeCustomization, layCustomization, parseColor } from '../../../src/wire/theme';

describe('a colour', () => {
  it.each([
    ['#abc', [170, 187, 204, 1]],
    ['#abcf', [170, 187, 204, 1]],
    ['#AABBCC', [170, 187, 204, 1]],
    ['aabbcc', [170, 187, 204, 1]],
    ['#aabbcc00', [170, 187, 204, 0]],
    [' #aabbcc ', [170, 187, 204, 1]],
    ['rgb(1,2,3)', [1, 2, 3, 1]],
    ['RGB( 1 , 2 , 3 )', [1, 2, 3, 1]],
    ['rgb(1 2 3 / 50%)', [1, 2, 3, 0.5]],
    ['rgba(1,2,3,0.25)', [1, 2, 3, 0.25]],
    ['rgb(100%,50%,0%)', [255, 128, 0, 1]],
    ['rgb(300,2,3)', [255, 2, 3, 1]],
    ['transparent', [0, 0, 0, 0]],
  ])('is read from %s', (text, rgba) => {
    expect(parseColor(text)).toEqual(rgba);
  });

  it.each([
    '',
    'red',
    '#12',
    '#12345',
    '#1234567',
    '#ggg',
    'rgb(1,2)',
    'rgb(1,2,3,4,5)',
    'rgb(1,2,-3)',
    'rgb(1,2,3',
    'rgb(1,2,3))',
    'rgb(1,2,3);}*{display:none',
    'rgb(var(--x),2,3)',
    'url(//evil.example)',
    'hsl(1,2%,3%)',
    'expression(alert(1))',
    `rgb(1,2,3${' '.repeat(100)})`,
    7,
    null,
    ['#fff'],
    { toString: () => '#fff' },
  ])('is not read from %j', (text) => {
    expect(parseColor(text)).toBeUndefined();
  });

  it('is whole numbers in bounds, whatever is given', () => {
    const hostile = fc.oneof(
      fc.string(),
      fc.string().map((s) => `rgb(1,2,3${s})`),
      fc.string().map((s) => `#abc${s}`),
      fc
        .tuple(fc.nat(999), fc.nat(999), fc.nat(999), fc.double({ min: 0, max: 9, noNaN: true }))
        .map((n) => `rgba(${n})`),
    );
    fc.assert(
      fc.property(hostile, (text) => {
        const rgba = parseColor(text);
        if (!rgba) return;
        expect(rgba).toHaveLength(4);
        for (const v of rgba.slice(0, 3)) {
          expect(Number.isInteger(v)).toBe(true);
          expect(v).toBeGreaterThanOrEqual(0);
          expect(v).toBeLessThanOrEqual(255);
        }
        expect(rgba[3]).toBeGreaterThanOrEqual(0);
        expect(rgba[3]).toBeLessThanOrEqual(1);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a customization', () => {
  it('is read from the documented object (conf-7)', () => {
    const { customization, problems } = decodeCustomization({
      theme: {
        primary: '#fff',
        onSecondaryAction: 'rgb(1,2,3)',
        scheme: 'auto',
        fontSize: 18,
        borderRadius: 0,
      },
      common: { stylingPreset: 'minimalistic' },
      labels: { composer_placeholder: 'Ask us' },
    });
    expect(problems).toEqual([]);
    expect(customization).toEqual({
      colors: { primary: [255, 255, 255, 1], onSecondaryAction: [1, 2, 3, 1] },
      scheme: 'auto',
      fontSize: 18,
      borderRadius: 0,
      stylingPreset: 'minimalistic',
      labels: { composer_placeholder: 'Ask us' },
    });
  });

  it('takes the configuration’s colours, the theme’s before them, and leaves what it does not know of the first', () => {
    const { customization, problems } = decodeCustomization({
      color: { primary: '#000', primaryText: '#fff', action: '#111', message: 'rgb(1,2,3)' },
      theme: { action: '#222' },
      borderRadius: 4,
    });
    expect(problems).toEqual([]);
    expect(customization.colors).toEqual({
      primary: [0, 0, 0, 1],
      message: [1, 2, 3, 1],
      action: [34, 34, 34, 1],
    });
    expect(customization.borderRadius).toBe(4);
  });

  it.each([
    [{ theme: 'dark' }, 'theme must be an object.'],
    [{ theme: [] }, 'theme must be an object.'],
    [{ theme: { primary: 'red;}' } }, 'theme.primary must be a hex or rgb color.'],
    [{ theme: { primry: '#fff' } }, 'theme.primry is unknown.'],
    [{ theme: { scheme: 'night' } }, 'theme.scheme must be light, dark or auto.'],
    [{ theme: { fontSize: 99 } }, 'theme.fontSize must be a number from 12 to 24.'],
    [{ theme: { borderRadius: '4px' } }, 'theme.borderRadius must be a number from 0 to 20.'],
    [{ common: { stylingPreset: 'brutal' } }, 'common.stylingPreset must be default or minimalistic.'],
    [{ labels: { a: 7 } }, 'labels.a must be a string.'],
    [{ labels: { '<b>': 'x' } }, 'labels.<b> must be a string.'],
  ])('says what is wrong with %j', (value, problem) => {
    const { customization, problems } = decodeCustomization(value);
    expect(problems).toEqual([problem]);
    expect(Object.values(customization).filter((v) => v !== undefined)).toEqual([{}, {}]);
  });

  it('is no other object for hostile keys', () => {
    const { customization } = decodeCustomization(
      JSON.parse('{"labels":{"__proto__":"x","constructor":"y"},"theme":{"__proto__":{"primary":"#fff"}}}'),
    );
    expect(Object.getPrototypeOf(customization.labels)).toBe(Object.prototype);
    expect(customization.colors).toEqual({});
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        for (const v of [value, { theme: value }, { common: value }, { labels: value }, { color: value }]) {
          expect(decodeCustomization(v).customization.labels).toBeDefined();
        }
      }),
      { numRuns: 300 },
    );
  });

  it('lies over an earlier one, which keeps what the later one leaves out (conf-7)', () => {
    const { customization: under } = decodeCustomization({
      theme: { scheme: 'dark', primary: '#000', action: '#111' },
      labels: { a: 'x', b: 'y' },
    });
    const { customization: over } = decodeCustomization({
      theme: { action: '#222', fontSize: 14 },
      labels: { b: 'z' },
    });
    expect(layCustomization(under, over)).toMatchObject({
      scheme: 'dark',
      fontSize: 14,
      colors: { primary: [0, 0, 0, 1], action: [34, 34, 34, 1] },
      labels: { a: 'x', b: 'z' },
    });
  });
});

describe('a look that needs the appearance feature', () => {
  it.each([
    [{ theme: { scheme: 'dark' } }],
    [{ common: { contentScale: 120 } }],
    [{ labels: { a: 'b' } }],
    [{ messageLog: {} }],
    [{ conversationList: {} }],
    [{ borderRadius: 0 }],
    [{ borderRadius: 160 }],
    [{ color: { action: 'rgb(1,2,3)' } }],
  ])('is asked for by %j', (messenger) => {
    expect(isThemed(messenger)).toBe(true);
  });

  it.each([
    [{}],
    [{ color: { primary: '#003057', message: '#0a5c8a', action: '#c8102e' }, borderRadius: 16 }],
    [{ canUserSeeConversationList: true, position: 'left' }],
    [{ title: 'Our theme: "labels" and "common" sense in rgb', borderRadius: 16, zIndex: 1 }],
    [{ launcher: { words: { theme: 'x', common: 'rgb' } } }],
    [{ description: 'Bergburgbau' }],
    [{ title: 'Burgbergbahn', launcher: { text: 'rgb(1,2,3)' } }],
    [{ color: { action: '#c8102e' }, campaigns: [{ text: 'Bergburgbau' }], agents: { theme: 'labels' } }],
    [{ color: 'rgb(1,2,3)' }],
  ])('is not asked for by %j', (messenger) => {
    expect(isThemed(messenger)).toBe(false);
  });
});
