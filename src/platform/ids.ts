/** A UUID. `crypto.randomUUID` is missing on plain-http pages, so it is made from random bytes there. */
export const createId = (): string => {
  if (crypto.randomUUID) return crypto.randomUUID();
  const b = crypto.getRandomValues(new Uint8Array(16));
  b[6] = ((b[6] ?? 0) & 15) | 64;
  b[8] = ((b[8] ?? 0) & 63) | 128;
  const hex = [...b].map((x) => x.toString(16).padStart(2, '0')).join('');
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
};
