/** A random UUID. `crypto.randomUUID` is missing on plain-http pages; there the address of an object holds one. */
export const createId = (): string => {
  if (crypto.randomUUID) return crypto.randomUUID();
  const address = URL.createObjectURL(new Blob());
  URL.revokeObjectURL(address);
  return address.slice(-36);
};
