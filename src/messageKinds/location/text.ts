import type { KindText } from '../kind';
import { decodeLocation } from './decode';

export const locationText: KindText = {
  label: 'announce.location',
  names(raw) {
    const { name, address } = decodeLocation(raw);
    return [name ?? address];
  },
  lines(raw) {
    const { name, address, lat, long } = decodeLocation(raw);
    return [{ name }, { name: address }, { name: lat === undefined ? undefined : `${lat}, ${long}` }];
  },
};
