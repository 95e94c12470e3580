/** faye's browser client, as a file for bundlers. The messenger has the types. */
declare module 'faye/src/faye_browser.js' {
  import Client from 'faye/src/protocol/client';

  export type {
    BayeuxMessage,
    Extension,
    Scheduler,
    SchedulerClass,
    Subscription,
  } from 'faye/src/protocol/client';
  export { Client };

  const faye: { Client: typeof Client };
  export default faye;
}
