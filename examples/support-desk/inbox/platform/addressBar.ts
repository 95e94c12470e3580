/** The page's address and its history. */
export type AddressBar = {
  /** The part after `#`. */
  read(): string;
  /** Whether the previous entry of the history shows what closing this one should show. */
  isAbove(): boolean;
  /** Adds an entry. @param above whether the entry below shows what closing this one should show */
  push(hash: string, above: boolean): void;
  replace(hash: string, above: boolean): void;
  back(): void;
  /** Calls back when the browser has moved to another entry. @returns stops it */
  onMove(listener: () => void): () => void;
};

export const createAddressBar = (page: Window): AddressBar => {
  const { history, location } = page;
  const whole = (hash: string): string => location.pathname + location.search + (hash && `#${hash}`);
  return {
    read: () => location.hash.slice(1),
    isAbove: () => (history.state as { above?: boolean } | null)?.above === true,
    push: (hash, above) => history.pushState({ above }, '', whole(hash)),
    replace: (hash, above) => history.replaceState({ above }, '', whole(hash)),
    back: () => history.back(),
    onMove: (listener) => {
      const onPop = () => {
        // A one-use link has its own page, which removes the token from the address.
        if (!new URLSearchParams(location.hash.slice(1)).has('link')) listener();
      };
      page.addEventListener('popstate', onPop);
      return () => page.removeEventListener('popstate', onPop);
    },
  };
};
