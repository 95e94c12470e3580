import { type PostPush, type PushParts, pushPublicKey } from '../domain/alerts/pushBrowsers';
import { mailingOf } from '../domain/settings/emailSettings';
import type { Settings } from '../domain/settings/settings';
import type { Clock } from '../process/clock';
import type { Store } from '../store/store';
import { targetProblem } from '../webhooks/postWebhook';
import { createPostPush } from './postPush';

type PushInput = {
  store: Pick<Store, 'pushKey'>;
  settings: () => Settings;
  publicUrl?: string;
  after: Clock['after'];
  pushHosts?: readonly string[];
  postPush?: PostPush;
};

/** What a push service can write to: the desk's address or, without https, that of its emails. */
const contactOf = ({ publicUrl, settings }: PushInput): string | undefined => {
  if (publicUrl?.startsWith('https:')) return publicUrl;
  const mailing = mailingOf(settings().email);
  return mailing && `mailto:${mailing.from}`;
};

/** @param begin called when a browser subscribes */
export const createPush = (input: PushInput, begin: () => void): PushParts => {
  const { store, after, pushHosts = [] } = input;
  const publicKey = pushPublicKey(store);
  const contact = () => contactOf(input);
  const mayReach = pushHosts.length > 0 ? () => true : undefined;
  const { pushKey } = store;
  return {
    publicKey,
    post: input.postPush ?? createPostPush({ pushKey, publicKey, contact, after, mayReach }),
    problemOf: (endpoint) => targetProblem(endpoint, pushHosts),
    begin,
  };
};
