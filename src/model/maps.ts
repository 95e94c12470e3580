/**
 * The address of a map of a place. Six decimals are a tenth of a meter.
 * @param lat degrees
 * @param long degrees
 */
export const mapUrl = (lat: number, long: number): string => {
  const [a, b] = [lat, long].map((degrees) => +degrees.toFixed(6));
  return `https://www.openstreetmap.org/?mlat=${a}&mlon=${b}#map=16/${a}/${b}`;
};
