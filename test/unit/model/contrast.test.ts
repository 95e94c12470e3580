import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readablePair } from '../../../src/model/contrast';
import { contrastRatio } from '../../support/contrastRatio';

const channels = (css: string) =>
  css === '#fff' ? [255, 255, 255] : css === '#000' ? [0, 0, 0] : (css.match(/\d+/g) ?? []).map(Number);
const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);

describe('a readable pair', () => {
  it('reaches 4.5:1 for any colour and any fallback (conf-5)', () => {
    fc.assert(
      fc.property(hex, hex, (color, fallback) => {
        for (const pair of [readablePair(color, fallback), readablePair(undefined, fallback)]) {
          expect(contrastRatio(channels(pair.background), channels(pair.foreground))).toBeGreaterThanOrEqual(
            4.5,
          );
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps the colour asked for', () => {
    fc.assert(
      fc.property(hex, (color) => {
        const n = Number.parseInt(color.slice(1), 16);
        expect(channels(readablePair(color, '#123456').background)).toEqual([
          n >> 16,
          (n >> 8) & 255,
          n & 255,
        ]);
      }),
    );
  });

  it.each([
    ['#abc', 'rgb(170,187,204)'],
    ['aabbcc', 'rgb(170,187,204)'],
    ['#AABBCC80', 'rgb(170,187,204)'],
    ['#abc8', 'rgb(170,187,204)'],
    [' #aabbcc ', 'rgb(170,187,204)'],
    ['rgb(170, 187, 204)', 'rgb(170,187,204)'],
    ['rgba(170 187 204 / 50%)', 'rgb(170,187,204)'],
  ])('reads %s', (color, background) => {
    expect(readablePair(color, '#000').background).toBe(background);
  });

  it('has white text on dark and black text on light', () => {
    expect(readablePair('#0d4a36', '#000').foreground).toBe('#fff');
    expect(readablePair('#ffd400', '#000').foreground).toBe('#000');
  });

  it.each([
    '',
    'rgb()',
    'rgb(red;}*{display:none)',
    'green',
    'transparent',
    '#12345',
    '#1234567',
    '#gggggg',
    'var(--x)',
    'rgb(',
    'rgb(1,2)',
    'rgb(1,2,3',
    'rgb(100% 0% 0%)',
    'rgb(1.5,2,3)',
    'rgba(url(1),2,3)',
    'red;}*{display:none',
  ])('falls back for %j', (color) => {
    expect(readablePair(color, '#0a7d4f').background).toBe('rgb(10,125,79)');
  });

  it.each([
    ['rgb(1, 2, 3)', 'rgb(1,2,3)'],
    ['rgba(1,2,3,.5)', 'rgb(1,2,3)'],
    ['rgb( 255 255 255 / 90% )', 'rgb(255,255,255)'],
    ['rgb(1,2,3000)', 'rgb(1,2,255)'],
  ])('reads %s as %s', (color, read) => {
    expect(readablePair(color, '#0a7d4f').background).toBe(read);
  });

  it('lets no text from outside into a style sheet', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((s) => `rgb(1,2,3${s}`),
          fc.string().map((s) => `#abc${s}`),
        ),
        (color) => {
          expect(readablePair(color, '#0a7d4f').background).toMatch(/^rgb\(\d{1,3},\d{1,3},\d{1,3}\)$/);
        },
      ),
      { numRuns: 3000 },
    );
  });
});
