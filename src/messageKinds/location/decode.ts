import { obj, within } from '../../wire/decode';
import { filled } from '../../wire/rich';

type LocationContent = {
  name?: string;
  address?: string;
  /** In degrees; both or neither. */
  lat?: number;
  long?: number;
};

/** @param value the message as received */
export const decodeLocation = (value: unknown): LocationContent => {
  const { location, coordinates } = obj(value);
  const at = obj(coordinates);
  const [lat, long] = [within(at.lat, -90, 90), within(at.long, -180, 180)];
  const known = lat !== undefined && long !== undefined;
  return {
    name: filled(obj(location).name),
    address: filled(obj(location).address),
    ...(known ? { lat, long } : {}),
  };
};
