import { backoffMs } from '../process/backoff';
import { codeOf } from '../process/errorCode';
import type { Log } from '../process/log';
import type { Mailbox, Mark, OpenMailbox } from './mailbox';
import type { Outcome, PlacedHeader, StoredMail } from './storedMail';

/** A server that does not report new emails is asked after this time. */
const LOOK_MS = 300_000;
/** How often to retry an email that the desk cannot read or store, before giving up: for more than an hour. */
const MOST_TRIES = 40;

export type ReaderDeps = {
  open: OpenMailbox;
  take: (mail: StoredMail) => Promise<Outcome>;
  /** Lists an email that cannot be taken, however often the desk tries. */
  giveUp: (mail: PlacedHeader) => Promise<void>;
  /** Whether the desk can store anything now. If not, no email is given up. */
  canStore: () => Promise<boolean>;
  /** Whether this is the process that reads, of those that share the desk. */
  isFirst: () => Promise<boolean>;
  /** In ms. */
  now: () => number;
  log: Pick<Log, 'info' | 'warn'>;
  onOutcome?: (outcome: Outcome) => void;
  /** From 0 to 1. */
  random?: () => number;
};

/** Reads the mailbox that replies are sent to. */
export type MailReader = {
  /** Connects if needed, and takes new emails. Called regularly, one round after the other. */
  round(signal?: AbortSignal): Promise<void>;
  /** Whether this process reads the mailbox. */
  isConnected(): boolean;
  close(): Promise<void>;
};

const markOf = (outcome: Outcome): Mark =>
  outcome === 'taken' ? outcome : outcome === 'unreadable' || outcome === 'failed' ? 'unreadable' : 'refused';

/** Creates a reader with one connection, which is reopened with growing delays. */
export const createMailReader = (deps: ReaderDeps): MailReader => {
  const { open, take, isFirst, now, log, random = Math.random } = deps;
  /** The emails that the desk could not read or store: the number of attempts, and the time of the next. */
  const held = new Map<number, { tries: number; waits: number; until: number; header?: Buffer }>();
  let mailbox: Mailbox | undefined;
  let failures = 0;
  let restsUntil = 0;
  let looksAt = 0;

  const leave = async (): Promise<void> => {
    const left = mailbox;
    mailbox = undefined;
    await left?.close();
  };

  const enter = async (signal?: AbortSignal): Promise<Mailbox> => {
    mailbox = await open(() => {
      looksAt = 0;
    }, signal);
    looksAt = 0;
    log.info('mailbox open');
    return mailbox;
  };

  const settle = async (box: Mailbox, uid: number, outcome: Outcome): Promise<void> => {
    await box.mark(uid, markOf(outcome));
    held.delete(uid);
    deps.onOutcome?.(outcome);
  };

  const triesOf = (uid: number): number => held.get(uid)?.tries ?? 0;

  const hold = async (uid: number, error: unknown, header?: Buffer): Promise<void> => {
    const before = held.get(uid);
    const tries = triesOf(uid) + ((await deps.canStore()) ? 1 : 0);
    const waits = (before?.waits ?? 0) + 1;
    const until = now() + backoffMs(waits, random());
    held.set(uid, { tries, waits, until, header: header ?? before?.header });
    looksAt = Math.min(looksAt, until);
    log.warn({ uid, tries, code: codeOf(error) }, 'mail not taken');
  };

  /** @returns whether the desk can take another email now */
  const takeOne = async (box: Mailbox, uid: number): Promise<boolean> => {
    let mail: StoredMail | undefined;
    try {
      if (triesOf(uid) >= MOST_TRIES) {
        const header = held.get(uid)?.header ?? Buffer.alloc(0);
        await deps.giveUp({ uid, validity: box.validity, header });
        await settle(box, uid, 'failed');
        return true;
      }
      mail = await box.mail(uid);
      if (mail) await settle(box, uid, await take(mail));
      return true;
    } catch (error) {
      // Even if it has broken the connection, because it may do so again.
      await hold(uid, error, mail?.header);
      if (!box.isOpen()) throw error;
      return false;
    }
  };

  const isDue = (uid: number): boolean => (held.get(uid)?.until ?? 0) <= now();

  const look = async (box: Mailbox, signal?: AbortSignal): Promise<void> => {
    // Before the search, because emails that arrive during it reset the flag.
    looksAt = now() + LOOK_MS;
    const uids = await box.waiting();
    for (const [uid, { until }] of held) {
      if (!uids.includes(uid)) held.delete(uid);
      else if (!isDue(uid)) looksAt = Math.min(looksAt, until);
    }
    // Emails that failed before must not delay the others.
    const due = uids.filter(isDue).toSorted((a, b) => triesOf(a) - triesOf(b));
    for (const uid of due) {
      if (signal?.aborted) return;
      if (!(await takeOne(box, uid))) {
        // The others are tried in the next round.
        looksAt = now();
        return;
      }
    }
  };

  const work = async (signal?: AbortSignal): Promise<void> => {
    if (!(await isFirst())) return leave();
    if (mailbox && !mailbox.isOpen()) await leave();
    const box = mailbox ?? (await enter(signal));
    if (now() >= looksAt) await look(box, signal);
    failures = 0;
  };

  return {
    round: async (signal) => {
      if (now() < restsUntil) return;
      // Drops the connection on abort.
      const cut = (): void => void leave();
      signal?.addEventListener('abort', cut);
      try {
        await work(signal);
      } catch (error) {
        failures++;
        restsUntil = now() + backoffMs(failures, random());
        looksAt = 0;
        log.warn({ code: codeOf(error), failures }, 'mailbox not read');
        await leave();
      } finally {
        signal?.removeEventListener('abort', cut);
      }
    },
    isConnected: () => mailbox?.isOpen() ?? false,
    close: leave,
  };
};
