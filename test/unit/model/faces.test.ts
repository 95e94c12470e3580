import { describe, expect, it } from 'vitest';
import { TINTS } from '../../../examples/support-desk/inbox/model/people';
import { bucketOf, FACE_COLORS, initials } from '../../../src/model/faces';
import { contrastRatio } from '../../support/contrastRatio';

describe('a face without a picture', () => {
  it('has a colour on which its white letters can be read', () => {
    for (const color of FACE_COLORS) {
      const rgb = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
      expect(contrastRatio(rgb, [255, 255, 255]), color).toBeGreaterThanOrEqual(4.5);
    }
    expect(new Set(FACE_COLORS).size).toBe(TINTS);
  });

  it('keeps its colour, and shares it with few others', () => {
    const names = Array.from({ length: 1200 }, (_, i) => `Agent ${i}`);
    const counts = FACE_COLORS.map(
      (_, at) => names.filter((name) => bucketOf(name, FACE_COLORS.length) === at).length,
    );
    expect(Math.min(...counts)).toBeGreaterThan(60);
    expect(Math.max(...counts)).toBeLessThan(150);
    expect(bucketOf('Mara', 12)).toBe(bucketOf('Mara', 12));
  });

  it.each([
    ['Mara', 'M'],
    ['mara lindqvist', 'ML'],
    ['Jean-Luc de la Mer', 'JM'],
    ['  (Ada)  Berg ', 'AB'],
    ['田中 太郎', '田太'],
    ['ניר', 'נ'],
    ['👋', '?'],
    ['', '?'],
    ['𝒜da', '𝒜'],
  ])('has the initials of %s: %s', (name, expected) => {
    expect(initials(name)).toBe(expected);
  });
});
