/** In degrees. */
type Position = { lat: number; long: number };

/** The longest time to find the position, and the greatest age of a cached one, in milliseconds. */
const PATIENCE_MS = 20_000;
const FRESH_MS = 60_000;

/**
 * Asks the browser for the position; the browser asks the visitor for permission.
 * @throws when the permission is denied or the position is not available
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
