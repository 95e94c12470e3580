/**
 * A random UUID. Pages on plain HTTP lack `crypto.randomUUID`; there it is cut from an object URL, which ends
 * in one.
 */
export const createId = (): string => {
  if (crypto.randomUUID) return crypto.randomUUID();
  const address = URL.createObjectURL(new Blob());
  URL.revokeObjectURL(address);
  return address.slice(-36);
};
