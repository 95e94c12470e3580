import type { Clock } from './clock';
import { resolvesWithin } from './waits';

/** Figures of this process for Prometheus. */
export type Metrics = {
  /** Counts an answer. @param route a pattern such as `/agent/api/conversations/:id`, never an actual address */
  answered(method: string, route: string, status: number, seconds: number): void;
  /** Counts an operation's wait for a database connection. */
  waited(pool: string, seconds: number): void;
  taken(role: string): void;
  /** Counts a message delivered to a side's live connections, with the time since the desk took it. */
  delivered(to: string, seconds: number): void;
  mailed(result: 'sent' | 'failed'): void;
  /** Counts an email in the mailbox of replies. @param outcome `taken`, `unreadable`, or why it was refused */
  receivedMail(outcome: string): void;
  /** Counts an attempt to post to a webhook. */
  posted(outcome: 'taken' | 'refused' | 'failed'): void;
  /** Adds a figure that is read on request; NaN if it cannot be read in a second. */
  watch(name: string, help: string, read: () => number | Promise<number>): void;
  /**
   * Adds a figure that is 1 if `read` returns true, and otherwise 0, for alerts: also if it fails, or takes two
   * seconds.
   */
  watchState(name: string, help: string, read: () => boolean | Promise<boolean>): void;
  /** Adds figures that are read on request, one for each value of a label. */
  watchEach(name: string, help: string, label: string, read: () => Record<string, number>): void;
  /** Adds counts that only grow, each under its own value of `label`; read on request. */
  watchCounts(name: string, help: string, label: string, read: () => Iterable<[string, number]>): void;
  contentType: string;
  text(): Promise<string>;
};

const READ_MS = 1000;
/** Longer than a check of something hanging takes to report it. */
const STATE_MS = 2000;

/** In seconds: from an answer from memory to a delay that a visitor notices. */
const BUCKETS = [0.005, 0.02, 0.1, 0.5, 2, 10];

/** Loads prom-client, which a desk without METRICS_TOKEN does not need. */
export const createMetrics = async ({ after }: Pick<Clock, 'after'>): Promise<Metrics> => {
  const { Registry, Counter, Histogram, Gauge, collectDefaultMetrics } = (await import('prom-client'))
    .default;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const answers = new Histogram({
    name: 'porch_http_answer_seconds',
    help: 'Time until an answer, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const waits = new Histogram({
    name: 'porch_database_wait_seconds',
    help: 'Time that operations waited for a connection to PostgreSQL, by pool',
    labelNames: ['pool'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const taken = new Counter({
    name: 'porch_messages_taken_total',
    help: 'Stored messages, by who sent them: appUser is a visitor, appMaker the team',
    labelNames: ['role'],
    registers: [registry],
  });
  const deliveries = new Histogram({
    name: 'porch_message_delivery_seconds',
    help: 'Time from taking a message until it is passed to live connections, by side',
    labelNames: ['to'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const mails = new Counter({
    name: 'porch_emails_total',
    help: 'Emails by result; a failed one is tried again',
    labelNames: ['result'],
    registers: [registry],
  });
  const receivedMails = new Counter({
    name: 'porch_emails_received_total',
    help: 'Emails in the mailbox of replies: taken, unreadable, or why they were refused',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const posts = new Counter({
    name: 'porch_webhook_attempts_total',
    help: 'Attempts to post to webhooks by outcome; a failed one is made again',
    labelNames: ['outcome'],
    registers: [registry],
  });
  // A counter that begins at 0 shows its first increase.
  for (const role of ['appUser', 'appMaker']) taken.inc({ role }, 0);
  for (const result of ['sent', 'failed']) mails.inc({ result }, 0);
  for (const outcome of ['taken', 'unreadable']) receivedMails.inc({ outcome }, 0);
  for (const outcome of ['taken', 'refused', 'failed']) posts.inc({ outcome }, 0);
  /** Adds a figure that is `otherwise` if it cannot be read in time. */
  const watch = (
    figure: { name: string; help: string },
    ms: number,
    otherwise: number,
    read: () => number | Promise<number>,
  ): void =>
    void new Gauge({
      ...figure,
      registers: [registry],
      async collect() {
        const reading = Promise.resolve().then(read);
        this.set((await resolvesWithin(reading, ms, after)) ? await reading : otherwise);
      },
    });
  return {
    answered: (method, route, status, seconds) =>
      answers.observe({ method, route, status: String(status) }, seconds),
    waited: (pool, seconds) => waits.observe({ pool }, seconds),
    taken: (role) => taken.inc({ role }),
    delivered: (to, seconds) => deliveries.observe({ to }, seconds),
    mailed: (result) => mails.inc({ result }),
    receivedMail: (outcome) => receivedMails.inc({ outcome }),
    posted: (outcome) => posts.inc({ outcome }),
    watch: (name, help, read) => watch({ name, help }, READ_MS, Number.NaN, read),
    watchState: (name, help, read) => watch({ name, help }, STATE_MS, 0, async () => Number(await read())),
    watchEach: (name, help, label, read) =>
      void new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        collect() {
          for (const [value, figure] of Object.entries(read())) this.set({ [label]: value }, figure);
        },
      }),
    watchCounts: (name, help, label, read) =>
      void new Counter({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        collect() {
          this.reset();
          for (const [value, count] of read()) this.inc({ [label]: value }, count);
        },
      }),
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
};
