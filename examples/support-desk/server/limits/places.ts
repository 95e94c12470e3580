/** The places for live connections, counted by address, and by account for signed-in agents. */
type Places = {
  /** @returns a function that frees the place; `undefined` if the address has no free place */
  take(request: object, address: string): (() => void) | undefined;
  /** Counts the place of this request for the account instead, unless that has no free place. */
  moveTo(account: string, request: object): void;
};

const createCounts = (most: () => number) => {
  const open = new Map<string, number>();
  return (key: string): (() => void) | undefined => {
    const before = open.get(key) ?? 0;
    if (before >= most()) return undefined;
    open.set(key, before + 1);
    return () => {
      const left = (open.get(key) ?? 1) - 1;
      if (left > 0) open.set(key, left);
      else open.delete(key);
    };
  };
};

/** Counts live connections. @param most how many an address may have, and an account */
export const createPlaces = (most: () => number): Places => {
  const takeOf = createCounts(most);
  const taken = new WeakMap<object, { key: string; free: () => void }>();
  return {
    take(request, address) {
      const free = takeOf(address);
      if (!free) return undefined;
      taken.set(request, { key: address, free });
      return () => {
        taken.get(request)?.free();
        taken.delete(request);
      };
    },
    moveTo(account, request) {
      const place = taken.get(request);
      const free = place && place.key !== account ? takeOf(account) : undefined;
      if (!place || !free) return;
      place.free();
      taken.set(request, { key: account, free });
    },
  };
};
