import type { ZE } from './calls.js';

/** What the script puts on a page, and what it reads there. */
declare global {
  interface Window {
    zE: ZE;
    zEmbed: ZE;
    zESettings?: { zendeskHost?: string };
    /** `skip: true` keeps Porch from starting. */
    zEMessenger?: { skip?: boolean };
  }
  var zE: ZE;
}
