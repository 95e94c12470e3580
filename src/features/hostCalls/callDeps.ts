import type { Fill, Needs } from '../../conversation/featureDeps';
import type { Handover } from '../../loader/handover';

/** What the calls of the page use of the messenger. */
export type CallDeps = Needs<
  | 'appearance'
  | 'colours'
  | 'words'
  | 'clock'
  | 'createId'
  | 'report'
  | 'own'
  | 'seen'
  | 'page'
  | 'host'
  | 'storages',
  | 'router'
  | 'unread'
  | 'launcher'
  | 'settings'
  | 'consent'
  | 'user'
  | 'linkQuestion'
  | 'locale'
  | 'conversations'
  | 'messages'
  | 'experience'
  | 'connection'
  | 'pageEvents',
  | 'load'
  | 'left'
  | 'leave'
  | 'outbox'
  | 'session'
  | 'loaded'
  | 'authentication'
  | 'http'
  | 'connect'
  | 'rules'
  | 'messaging'
  | 'client'
  | 'sender'
  | 'start'
  | 'refresh'
  | 'readExperience'
  | 'connect'
  | 'loginOver'
  | 'hold'
> & {
  /** What `destroy` takes off the page. */
  handover: Handover;
  /** Draws the widget for `render`. */
  fill: Fill;
};
