import { describe, expect, it } from 'vitest';
import { dimensionsOf } from '../../../examples/support-desk/server/uploads/imageDimensions';
import { gifHead, jpegHead, png, webpHead } from '../../support/pictures';

const ascii = (text: string) => new TextEncoder().encode(text);

describe('the size of a picture', () => {
  it.each([
    ['PNG', png(640, 480)],
    ['JPEG', jpegHead(640, 480)],
    ['a JPEG whose profile comes first', jpegHead(640, 480, { before: 200_000 })],
    ['GIF', gifHead(640, 480)],
    ['WebP', webpHead(640, 480)],
  ])('is read from the header of %s', (_name, bytes) => {
    expect(dimensionsOf(bytes)).toEqual({ mediaWidth: 640, mediaHeight: 480 });
  });

  it.each([
    [1, 640, 480],
    [3, 640, 480],
    [6, 480, 640],
    [8, 480, 640],
  ])('is the one it is drawn in, turned as its orientation %i says', (orientation, width, height) => {
    expect(dimensionsOf(jpegHead(640, 480, { orientation }))).toEqual({
      mediaWidth: width,
      mediaHeight: height,
    });
  });

  it.each([
    ['nothing', new Uint8Array()],
    ['text', ascii('png bytes')],
    ['half a header', png(640, 480).slice(0, 20)],
    ['a width of none', png(0, 480)],
    ['a drawing', ascii('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a format that is not shown', ascii('II*\0\x08\0\0\0')],
  ])('is not known of %s', (_name, bytes) => {
    expect(dimensionsOf(bytes)).toBeUndefined();
  });

  it('is known of a picture that no browser should draw', () => {
    const head = png(8, 8);
    new DataView(head.buffer, head.byteOffset).setUint32(16, 70_000);
    expect(dimensionsOf(head)).toEqual({ mediaWidth: 70_000, mediaHeight: 8 });
  });

  it('is read in bounded time from any bytes', () => {
    // Truncate and change each header at every position. A parser that trusts lengths would hang or throw.
    for (const whole of [png(8, 8), jpegHead(8, 8), gifHead(8, 8), webpHead(8, 8)]) {
      for (let at = 0; at < whole.length; at++) {
        const bytes = whole.slice();
        bytes[at] = (bytes[at] ?? 0) ^ 0xff;
        const found = dimensionsOf(bytes);
        if (found) expect(found.mediaWidth * found.mediaHeight).toBeGreaterThan(0);
        dimensionsOf(whole.slice(0, at));
      }
    }
  });
});
