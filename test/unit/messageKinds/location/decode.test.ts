import { describe, expect, it } from 'vitest';
import { decodeLocation } from '../../../../src/messageKinds/location/decode';

describe('a location', () => {
  it('is decoded from any value', () => {
    for (const decode of [decodeLocation]) {
      for (const value of [undefined, null, 1, 'x', true, [], [null, 1, 'x', [[]]], {}, { length: 3 }]) {
        expect(() => decode(value)).not.toThrow();
      }
    }
  });

  it('has coordinates that are on Earth, or none', () => {
    expect(decodeLocation({ coordinates: { lat: -90, long: 180 } })).toEqual({ lat: -90, long: 180 });
    for (const coordinates of [
      { lat: 91, long: 0 },
      { lat: 0, long: -181 },
      { lat: 1 },
      { lat: '1', long: '2' },
    ]) {
      expect(decodeLocation({ coordinates })).not.toHaveProperty('lat');
    }
  });
});
