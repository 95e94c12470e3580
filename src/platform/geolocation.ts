/** Degrees. */
export type Position = { lat: number; long: number };

/** How long a device may look for where it is, and how old an answer may be, in ms. */
const PATIENCE_MS = 20_000;
const FRESH_MS = 60_000;

/**
 * Asks the browser where the visitor is; it asks them.
 * @throws when it is not allowed, not known or not there
 */
export const askPosition = (
  geolocation: Geolocation | undefined = navigator.geolocation,
): Promise<Position> =>
  new Promise((resolve, reject) => {
    if (!geolocation) {
      reject(new Error('This browser tells no location'));
      return;
    }
    geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, long: coords.longitude }),
      reject,
      { timeout: PATIENCE_MS, maximumAge: FRESH_MS },
    );
  });
