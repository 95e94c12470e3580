import { withAddresses } from '../model/uploadAddress';
import type { EventMessage } from './engine';

/** Renders an event for its readers, once for all readers who use the same address of the desk. */
export const createRenderings = () => {
  const made = new WeakMap<object, Map<string, { data: unknown; frame?: string }>>();

  const rendering = (data: object, origin: string) => {
    const byOrigin = made.get(data) ?? new Map();
    made.set(data, byOrigin);
    const known = byOrigin.get(origin) ?? { data: withAddresses(data, origin) };
    byOrigin.set(origin, known);
    return known;
  };

  return {
    /** An event's data with the addresses of its uploads. */
    data: (data: object, origin: string): unknown => rendering(data, origin).data,
    /** The text of an event for a socket. */
    frame: ({ channel, data }: EventMessage, origin: string): string => {
      const known = rendering(data as object, origin);
      known.frame ??= JSON.stringify([{ channel, data: known.data }]);
      return known.frame;
    },
  };
};
