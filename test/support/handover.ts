import type { Handover } from '../../src/loader/handover';

/** What the loader hands to launcher and messenger, on this page; it fetches nothing. */
export const handoverOf = (more: Partial<Handover> = {}): Handover => ({
  host: window,
  realm: window,
  script: document.createElement('script'),
  base: '',
  build: '',
  config: {},
  calls: [],
  warm() {},
  takeOver() {},
  lost() {},
  ...more,
});
