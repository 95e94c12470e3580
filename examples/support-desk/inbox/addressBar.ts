import type { AddressBar } from './state/address';

/** The page's own address and history. */
export const createAddressBar = (page: Window): AddressBar => {
  const { history, location } = page;
  const whole = (hash: string): string => location.pathname + location.search + (hash && `#${hash}`);
  return {
    read: () => location.hash.slice(1),
    isAboveList: () => (history.state as { aboveList?: boolean } | null)?.aboveList === true,
    push: (hash, aboveList) => history.pushState({ aboveList }, '', whole(hash)),
    replace: (hash, aboveList) => history.replaceState({ aboveList }, '', whole(hash)),
    back: () => history.back(),
    onMove: (listener) => {
      const onPop = () => {
        // An address with a token is for the sign-in, which takes the token out.
        if (!new URLSearchParams(location.hash.slice(1)).has('token')) listener();
      };
      page.addEventListener('popstate', onPop);
      return () => page.removeEventListener('popstate', onPop);
    },
  };
};
