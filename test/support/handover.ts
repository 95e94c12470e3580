import type { Handover } from '../../src/loader/handover';

/** The values the loader passes to launcher and messenger, for this page. Makes no requests. */
export const handoverOf = (more: Partial<Handover> = {}): Handover => ({
  host: window,
  zE() {},
  realm: window,
  script: document.createElement('script'),
  address: 'https://desk.example/embeddable/config?',
  build: '',
  config: {},
  calls: [],
  warm() {},
  takeOver() {},
  lost() {},
  ...more,
});
