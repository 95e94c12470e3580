import { type ReadonlySignal, signal } from '@preact/signals-react';
import { mapUrl } from '../../model/maps';

type LocationState = 'pending' | 'failed';

/**
 * Answers a request for the visitor's location: asks the browser and sends a text message with a map link. A
 * text goes through the outbox and can be read in every channel.
 * @param deps.ask asks the browser for the position; rejects if it is refused or unknown
 * @param deps.say makes the message text for a map address
 */
export const createLocationSharer = (deps: {
  ask: () => Promise<{ lat: number; long: number }>;
  say: (url: string) => string;
  send: (draft: { text: string; metadata: Record<string, unknown> }) => void;
}) => {
  const states = signal<Readonly<Record<string, LocationState | undefined>>>({});
  const set = (key: string, state?: LocationState) => {
    states.value = { ...states.value, [key]: state };
  };
  return {
    states: states as ReadonlySignal<Readonly<Record<string, LocationState | undefined>>>,
    /** Asks and sends. Never rejects. @param key names the state, in `states` */
    async share(key: string): Promise<void> {
      if (states.value[key] === 'pending') return;
      set(key, 'pending');
      try {
        const { lat, long } = await deps.ask();
        set(key);
        // FSI and PDI are for the widget alone. In other channels they could become part of the link.
        const text = deps.say(mapUrl(lat, long)).replace(/[\u2068\u2069]/g, '');
        deps.send({ text, metadata: { latitude: lat, longitude: long } });
      } catch {
        // If the position is refused or unknown, the visitor can still write where they are.
        set(key, 'failed');
      }
    },
  };
};
