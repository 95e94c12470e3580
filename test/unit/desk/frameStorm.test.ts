import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFrameCount } from '../../../examples/support-desk/server/realtime/frameStorm';

type Frame = { final: boolean; opcode: number; masked: boolean; size: number };

const bytesOf = ({ final, opcode, masked, size }: Frame): number[] => {
  const mask = masked ? 0x80 : 0;
  const length =
    size < 126
      ? [mask | size]
      : size < 65_536
        ? [mask | 126, size >> 8, size & 255]
        : [mask | 127, 0, 0, 0, 0, 0, size >> 16, (size >> 8) & 255, size & 255];
  // The payload is made of what a storm would look like, so that a counter that loses its place fails.
  return [(final ? 0x80 : 0) | opcode, ...length, ...(masked ? [1, 2, 3, 4] : []), ...Array(size).fill(0)];
};

const TEXT = { final: true, opcode: 1, masked: true, size: 0 };
const at = (ms: number) => () => ms;
const count = (frames: Frame[], now = at(0)) =>
  createFrameCount(now)(Uint8Array.from(frames.flatMap(bytesOf)));
const times = (n: number, frame: Frame): Frame[] => Array(n).fill(frame);

describe('the count of a connection’s frames', () => {
  it('finds each frame, however the input is cut', () => {
    const frame = fc.record({
      final: fc.constant(true),
      opcode: fc.constantFrom(1, 2, 8, 9, 10),
      masked: fc.boolean(),
      size: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.constantFrom(125, 126, 127, 65_535, 65_536)),
    });
    fc.assert(
      fc.property(
        fc.array(frame, { maxLength: 4 }),
        fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 1, maxLength: 20 }),
        (frames, cuts) => {
          const isWithinLimits = createFrameCount(at(0));
          const input = Uint8Array.from(frames.flatMap(bytesOf));
          for (let begin = 0, i = 0; begin < input.length; i++) {
            const end = begin + (cuts[i % cuts.length] as number);
            expect(isWithinLimits(input.subarray(begin, end))).toBe(true);
            begin = end;
          }
          // It is at the beginning of a frame again, so the rest of the burst is counted exactly.
          const rest = 1_000 - frames.length;
          expect(isWithinLimits(Uint8Array.from(times(rest, TEXT).flatMap(bytesOf)))).toBe(true);
          expect(isWithinLimits(Uint8Array.from(bytesOf(TEXT)))).toBe(false);
        },
      ),
      { numRuns: 30 },
    );
  });

  it.each([0, 1, 200])('refuses a message of more than 64 frames of %i bytes', (size) => {
    const first = { ...TEXT, final: false, size };
    const more = { ...first, opcode: 0 };
    expect(count([first, ...times(63, more)])).toBe(true);
    expect(count([first, ...times(64, more)])).toBe(false);
  });

  it('counts a message on while control frames come in between', () => {
    const more = { ...TEXT, final: false, opcode: 0 };
    const ping = { ...TEXT, opcode: 9 };
    expect(count([{ ...TEXT, final: false }, ...times(64, more).flatMap((frame) => [ping, frame])])).toBe(
      false,
    );
  });

  it.each([1, 9, 10])('refuses a storm of small frames of kind %i', (opcode) => {
    expect(count(times(1_000, { ...TEXT, opcode }))).toBe(true);
    expect(count(times(1_001, { ...TEXT, opcode }))).toBe(false);
  });

  it('allows a busy connection for as long as it likes', () => {
    let ms = 0;
    const isWithinLimits = createFrameCount(() => ms);
    const second = Uint8Array.from(times(100, { ...TEXT, size: 20 }).flatMap(bytesOf));
    for (let i = 0; i < 1_000; i++) {
      expect(isWithinLimits(second)).toBe(true);
      ms += 1_000;
    }
  });
});
