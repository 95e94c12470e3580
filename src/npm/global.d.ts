import type { ZE } from './calls.js';

/** The globals that the script sets on a page, and those that it reads. */
declare global {
  interface Window {
    zE: ZE;
    zEmbed: ZE;
    zESettings?: { zendeskHost?: string };
    /** `skip: true` keeps Porch from starting; `autorender: false` leaves the drawing to the call `render`. */
    zEMessenger?: { skip?: boolean; autorender?: boolean };
  }
  var zE: ZE;
}
