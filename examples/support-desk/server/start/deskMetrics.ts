import type { UploadRoom } from '../domain/files/uploadRoom';
import type { SendEmail } from '../domain/mail/email';
import type { Publication } from '../model/publisher';
import type { Readiness } from '../nodes/readiness';
import type { Metrics } from '../process/metrics';
import { isForAgents } from '../realtime/channelRules';
import type { FanOut } from '../realtime/fanOut';
import type { Gate } from '../store/sql/gate';
import type { Store } from '../store/store';
import type { Uploads } from '../uploads/uploads';
import type { Post } from '../webhooks/postWebhook';

type Sent = { type?: unknown; message?: { received?: unknown } };

/** Counts the messages that this process has taken: agents are notified once of each. */
export const countTaken =
  ({ taken }: Pick<Metrics, 'taken'>) =>
  (publication: Publication): void => {
    if (publication.to !== 'agents' || publication.event.type !== 'message') return;
    taken(String(publication.event.message.role));
  };

/**
 * Counts messages sent to live connections. The list's rows are late by design, and not counted.
 * @param now in ms
 */
export const measureFanOut = (
  fanOut: FanOut,
  metrics: Pick<Metrics, 'delivered'>,
  now: () => number,
): FanOut => ({
  ...fanOut,
  publish: (channel, data) => {
    fanOut.publish(channel, data);
    for (const { type, message } of data.events as Sent[]) {
      if (type !== 'message' || !message || !fanOut.hears(channel)) continue;
      const seconds = Math.max(0, now() / 1000 - Number(message.received));
      metrics.delivered(isForAgents(channel) ? 'agents' : 'visitors', seconds);
    }
  },
});

/** Counts emails by result, if there are metrics. */
export const measureEmails =
  (send: SendEmail, metrics: Pick<Metrics, 'mailed'> | undefined): SendEmail =>
  async (...input) => {
    try {
      await send(...input);
    } catch (error) {
      metrics?.mailed('failed');
      throw error;
    }
    metrics?.mailed('sent');
  };

/** Counts attempts to post to webhooks by outcome. */
export const measureWebhooks =
  (post: Post, { posted }: Pick<Metrics, 'posted'>): Post =>
  async (...input) => {
    const attempt = await post(...input);
    posted(attempt.outcome);
    return attempt;
  };

const MEGABYTE = 1_048_576;

type Watched = {
  store: Pick<Store, 'waitingEmails' | 'waitingPublications' | 'attachmentBytes'>;
  uploads: Pick<Uploads, 'freeBytes'>;
  settings: () => { uploads: { totalMegabytes: number } };
  room: Pick<UploadRoom, 'isOpen'>;
  readiness: Readiness;
  pools: Record<string, Gate>;
  /** How many websockets and event streams are open. */
  connections: () => number;
};

/** Adds the desk's figures that are read on request. */
export const watchDesk = (metrics: Metrics, watched: Watched): void => {
  const { store, uploads, settings, room, readiness, pools, connections } = watched;
  const ofPools = (read: (gate: Gate) => number) => () =>
    Object.fromEntries(Object.entries(pools).map(([name, gate]) => [name, read(gate)]));
  const status = async () => (await readiness.check()).status;
  metrics.watchState('porch_ready', '1 if /ready answers 200', async () => (await status()) !== 'unready');
  metrics.watchState(
    'porch_degraded',
    '1 if /ready says degraded',
    async () => (await status()) === 'degraded',
  );
  metrics.watch('porch_live_connections', 'Open websockets and event streams', connections);
  metrics.watch('porch_emails_waiting', 'Emails that are to be sent later or again', store.waitingEmails);
  metrics.watch(
    'porch_events_waiting',
    'Events that have not reached every process of the desk',
    store.waitingPublications,
  );
  metrics.watch('porch_upload_bytes', 'Disk space of all stored files', () => store.attachmentBytes());
  metrics.watch(
    'porch_upload_limit_bytes',
    'The most that all stored files may take',
    () => settings().uploads.totalMegabytes * MEGABYTE,
  );
  const takesFiles = async () => (await readiness.check()).uploads === 'ok' && room.isOpen();
  metrics.watchState('porch_uploads_open', '1 if files are accepted', takesFiles);
  metrics.watch('porch_disk_free_bytes', 'Free disk space in the data folder', uploads.freeBytes);
  metrics.watchEach(
    'porch_database_connections_limit',
    'Connections to PostgreSQL at most, by pool',
    'pool',
    ofPools((gate) => gate.size),
  );
  metrics.watchEach(
    'porch_database_connections_busy',
    'Connections to PostgreSQL in use, by pool',
    'pool',
    ofPools((gate) => gate.busy()),
  );
  metrics.watchEach(
    'porch_database_waiting',
    'Operations that wait for a connection to PostgreSQL, by pool',
    'pool',
    ofPools((gate) => gate.waiting()),
  );
};
