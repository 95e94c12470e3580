import { describe, expect, it } from 'vitest';
import { TINTS } from '../../../examples/support-desk/inbox/model/people';
import { bucketOf, FACE_COLORS, faceColor, faceOf, initials } from '../../../src/model/faces';
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

describe('the face of an author', () => {
  const header = { title: 'Shoe shop', avatarUrl: 'https://shop.example/us.png' };
  const color = faceColor('Mara Lind');

  it('is their own: a picture at a web address, or else their initials on their colour', () => {
    const avatarUrl = 'https://shop.example/mara.png';
    expect(faceOf({ name: 'Mara Lind', avatarUrl }, header)).toEqual({
      url: avatarUrl,
      letters: 'ML',
      color,
    });
    expect(faceOf({ name: 'Mara Lind', avatarUrl: 'data:,' }, header)).toEqual({ letters: 'ML', color });
  });

  it('is the header’s under the name of the title, or else one letter on the action colour', () => {
    expect(faceOf({ name: 'Shoe shop' }, header)).toEqual({ url: header.avatarUrl, letters: 'S' });
    expect(faceOf({ name: 'Shoe shop' }, { title: 'Shoe shop' })).toEqual({ letters: 'S' });
  });
});
