import { describe, expect, it } from 'vitest';
import { pan, WHOLE, zoom } from '../../../../src/features/richMessages/zoom';

const SIZE = { width: 400, height: 300 };

describe('an enlarged picture', () => {
  it('keeps the point under the pointer in its place', () => {
    const at = { x: 60, y: -40 };
    const view = zoom(zoom(WHOLE, 2, at, SIZE), 1.5, at, SIZE);
    // The point of the picture that was there at scale 1.
    expect([view.x + at.x * view.scale, view.y + at.y * view.scale]).toEqual([at.x, at.y]);
    expect(view.scale).toBe(3);
  });

  it('is never smaller than its place and never larger than six times', () => {
    expect(zoom(WHOLE, 0.2, { x: 10, y: 10 }, SIZE)).toEqual(WHOLE);
    expect(zoom(WHOLE, 100, { x: 0, y: 0 }, SIZE).scale).toBe(6);
  });

  it('is moved no further than to its edges, and not at all while it is whole', () => {
    expect(pan({ scale: 2, x: 0, y: 0 }, 999, -999, SIZE)).toEqual({ scale: 2, x: 200, y: -150 });
    expect(pan(WHOLE, 50, 50, SIZE)).toEqual(WHOLE);
  });

  it('stands in its middle again when it is whole again', () => {
    const moved = pan(zoom(WHOLE, 4, { x: 100, y: 100 }, SIZE), 300, 0, SIZE);
    const whole = zoom(moved, 0.1, { x: -150, y: 20 }, SIZE);
    expect([whole.scale, Math.abs(whole.x), Math.abs(whole.y)]).toEqual([1, 0, 0]);
  });
});
