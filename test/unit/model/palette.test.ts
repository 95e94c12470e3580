import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Dark, Light } from '../../../src/model/defaultColors';
import { createPalette, type Palette, type Rgb } from '../../../src/model/palette';
import { COLOR_NAMES, type Colors, decodeCustomization } from '../../../src/wire/theme';
import { contrastRatio } from '../../support/contrastRatio';

const SCOPES = ['main', 'elevated', 'card', 'business', 'message', 'header'] as const;

/**
 * Every color pair the cards draw: its name, the foreground, the background, and the contrast ratio it needs.
 */
const pairs = (p: Palette): [string, Rgb, Rgb, number][] => [
  ...SCOPES.flatMap((name) => {
    const s = p[name];
    return (['surface', 'hover'] as const).flatMap((on): [string, Rgb, Rgb, number][] => [
      ...(['ink', 'quiet', 'error', 'secondary'] as const).map((part): [string, Rgb, Rgb, number] => [
        `${part} on ${name} ${on}`,
        s[part],
        s[on],
        4.5,
      ]),
      ...(['field', 'accent'] as const).map((part): [string, Rgb, Rgb, number] => [
        `${part} on ${name} ${on}`,
        s[part],
        s[on],
        3,
      ]),
    ]);
  }),
  ['a button', p.action.ink, p.action.surface, 4.5],
  ['a badge', p.notify.ink, p.notify.surface, 4.5],
];
const tooFaint = (p: Palette) =>
  pairs(p).flatMap(([what, a, b, least]) =>
    contrastRatio(a, b) >= least ? [] : [`${what}: ${a} on ${b} is ${contrastRatio(a, b).toFixed(2)}`],
  );
const read = (theme: Record<string, string>) => {
  const { customization, problems } = decodeCustomization({ theme });
  expect(problems).toEqual([]);
  return customization.colors;
};

const hexOf = (color: Rgb) => `#${color.map((v) => v.toString(16).padStart(2, '0')).join('')}`;

const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);
const color = fc.oneof(
  { weight: 6, arbitrary: hex },
  {
    weight: 2,
    arbitrary: fc.tuple(hex, fc.integer({ min: 16, max: 255 })).map(([h, a]) => h + a.toString(16)),
  },
  { weight: 1, arbitrary: fc.constantFrom('transparent', '#000', '#fff', '#777', 'rgb(118, 118, 118)') },
);
const palette = fc.record(Object.fromEntries(COLOR_NAMES.map((name) => [name, color])), {
  requiredKeys: [],
}) as fc.Arbitrary<Record<string, string>>;

const all = (value: string) => Object.fromEntries(COLOR_NAMES.map((name) => [name, value]));
const NASTY: Record<string, Record<string, string>> = {
  'one grey for everything': all('#767676'),
  'another grey for everything': all('#757575'),
  'nothing but white': all('#fff'),
  'nothing but black': all('#000'),
  'nothing at all': all('transparent'),
  'half of white': all('#ffffff80'),
  'yellow on white': { action: '#ffeb3b', message: '#fff176', background: '#fff', onMessage: '#fff' },
  'surfaces against each other': {
    background: '#ffffff',
    elevated: '#000000',
    card: '#808080',
    businessMessage: '#1d1d1d',
    onBackground: '#101010',
    onBusinessMessage: '#111111',
  },
  'red on red': { background: '#b3261e', error: '#b3261e', businessMessage: '#b3261e', primary: '#b3261e' },
  'the focus colour as background': { background: '#0b5fff', elevated: '#80b2ff', message: '#0b5fff' },
  'text as its own background': {
    primary: '#123456',
    onPrimary: '#123457',
    action: '#654321',
    onAction: '#654322',
  },
};

describe('a palette', () => {
  const random = fc.sample(palette, { numRuns: 20, seed: 20_26 });
  const publishers: [string, Record<string, string>][] = [
    ...random.map((theme, i): [string, Record<string, string>] => [`random palette ${i + 1}`, theme]),
    ...Object.entries(NASTY),
    ['the palette of nobody', {}],
  ];
  for (const [scheme, dark] of [
    ['light', false],
    ['dark', true],
  ] as const) {
    it.each(publishers)(`reads in the ${scheme} scheme: %s`, (_, theme) => {
      expect(tooFaint(createPalette(read(theme), dark))).toEqual([]);
    });
  }

  it.each([
    ['light', Light.quiet, Light.field],
    ['dark', Dark.quiet, Dark.field],
  ])(
    'has the default quiet text and borders on the default surface of the %s scheme',
    (scheme, quiet, field) => {
      const { main, header } = createPalette(read({ action: '#005aa0' }), scheme === 'dark');
      for (const scope of [main, header])
        expect([hexOf(scope.quiet), hexOf(scope.field)]).toEqual([quiet, field]);
    },
  );

  it('accepts any input of the publisher', () => {
    fc.assert(
      fc.property(palette, fc.boolean(), (theme, dark) => {
        expect(tooFaint(createPalette(read(theme), dark))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps every colour of the publisher that reads (conf-5)', () => {
    const colors: Colors = {
      primary: [0, 0, 128, 1],
      onPrimary: [255, 255, 200, 1],
      message: [80, 20, 90, 1],
      onMessage: [250, 250, 255, 1],
      action: [0, 90, 160, 1],
      onAction: [240, 250, 255, 1],
      background: [250, 250, 255, 1],
      onBackground: [20, 20, 40, 1],
      businessMessage: [230, 230, 240, 1],
      onBusinessMessage: [30, 30, 50, 1],
      card: [240, 240, 255, 1],
      elevated: [255, 255, 255, 1],
      error: [160, 0, 0, 1],
      notify: [200, 0, 80, 1],
      onNotify: [255, 255, 255, 1],
      onSecondaryAction: [0, 60, 120, 1],
    };
    const p = createPalette(colors, false);
    const opaque = (name: keyof Colors) => colors[name]?.slice(0, 3);
    expect({
      primary: p.header.surface,
      onPrimary: p.header.ink,
      message: p.message.surface,
      onMessage: p.message.ink,
      action: p.action.surface,
      onAction: p.action.ink,
      background: p.main.surface,
      onBackground: p.main.ink,
      businessMessage: p.business.surface,
      onBusinessMessage: p.business.ink,
      card: p.card.surface,
      elevated: p.elevated.surface,
      error: p.main.error,
      notify: p.notify.surface,
      onNotify: p.notify.ink,
      onSecondaryAction: p.card.secondary,
    }).toEqual(Object.fromEntries(Object.keys(colors).map((n) => [n, opaque(n as keyof Colors)])));
  });

  it('lays a colour with alpha on the background', () => {
    const p = createPalette(
      { background: [255, 255, 255, 1], message: [0, 0, 0, 0.5], businessMessage: [255, 0, 0, 0] },
      false,
    );
    expect(p.message.surface).toEqual([128, 128, 128]);
    expect(p.business.surface).toEqual([255, 255, 255]);
  });

  it('takes its scheme from the publisher’s background', () => {
    expect(createPalette({ background: [10, 10, 20, 1] }, false).dark).toBe(true);
    expect(createPalette({ main: [250, 250, 250, 1] }, true).dark).toBe(false);
    expect(createPalette({ background: [0, 0, 0, 0] }, true).dark).toBe(true);
  });
});
