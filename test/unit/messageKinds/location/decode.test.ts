import { expect, it } from 'vitest';
import { decodeLocation } from '../../../../src/messageKinds/location/decode';

it('a location has coordinates that are on Earth, or none', () => {
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
