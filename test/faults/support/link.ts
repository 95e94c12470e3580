import type { MemoryDesk } from '../../support/memoryDesk';
import type { MemorySocket } from '../../support/memorySocket';
import type { Time } from './time';

/** What may befall the next call of a tab. */
export type CallFault =
  | 'requestLost'
  | 'answerLost'
  | 'delay'
  | 'duplicate'
  | 'reorder'
  | '401'
  | '403'
  | '429'
  | '500';

export type FaultKind =
  | CallFault
  | 'oneWayLoss'
  | 'reset'
  | 'tokenExpiry'
  | 'serverKill'
  | 'logReset'
  | 'tabKill'
  | 'sleep'
  | 'clockSkew'
  | 'twoTabs';

export type Answer = { status: number; text: string };

/** The desk and whether its process runs. */
export type Server = {
  desk: MemoryDesk;
  up: boolean;
};

/** One end of a frame connection as it is given to the browser's side. */
export type FrameEnd = {
  onOpen(): void;
  onFrame(data: string): void;
  onClose(): void;
};

/** A tab's way to the desk, and everything that may go wrong on it. */
export type Link = ReturnType<typeof createLink>;

const CODES: Record<string, string> = {
  '401': 'invalid_auth',
  '403': 'user_not_found',
  '429': 'too_many_requests',
  '500': 'internal_error',
};

export const createLink = (deps: {
  time: Time;
  random: () => number;
  server: Server;
  /** Runs what reaches the browser: at once, or once it is awake. */
  deliver: (run: () => void) => void;
  /** A fault took effect. */
  happened: (kind: FaultKind) => void;
}) => {
  const { time, random, server, deliver, happened } = deps;
  const faults: { kind: CallFault; ms: number; late: boolean }[] = [];
  const calls = new Set<{ drop: (silently: boolean) => void }>();
  const sockets = new Set<{ drop: (silently: boolean) => void }>();
  let upLostUntil = 0;
  let downLostUntil = 0;
  let slowUntil = 0;
  let slowBy = 0;
  let online = true;
  /** What befalls the next frame with events: a desk of several processes may repeat it, or let others pass. */
  let echoTwice: number | undefined;
  let echoLate: number | undefined;

  const latency = () => {
    const slow = time.now() < slowUntil ? slowBy : 0;
    return 20 + Math.floor(random() * 60) + slow;
  };
  const lost = (until: number) => {
    if (time.now() >= until) return false;
    happened('oneWayLoss');
    return true;
  };

  /** @param isPoll a long poll, which is answered when there is news: not waited for */
  const atDesk = async (make: () => Request, isPoll: boolean): Promise<Answer> => {
    const answer = server.desk.fetch(make()).then(async (r) => ({ status: r.status, text: await r.text() }));
    return isPoll ? answer : time.busy(answer);
  };

  /**
   * Sends a request. Exactly one of `onAnswer` and `onError` is called, or neither where it hangs.
   * @param kind only calls of the service's API meet the faults made for the next call
   * @returns what aborts it
   */
  const call = (
    make: () => Request,
    on: { answer: (answer: Answer) => void; error: () => void },
    kind: 'api' | 'poll' = 'api',
  ): (() => void) => {
    const fault = kind === 'api' ? faults.shift() : undefined;
    let over = false;
    const end = (run: () => void) => {
      if (over) return;
      over = true;
      calls.delete(self);
      deliver(run);
    };
    let gone = false;
    const self = {
      drop(silently: boolean) {
        gone = true;
        if (!silently) end(on.error);
      },
    };
    calls.add(self);
    const abort = () => end(on.error);

    if (fault) happened(fault.kind);
    if (!online) {
      time.after(1, () => end(on.error));
      return abort;
    }
    const hangs = fault?.late === true;
    const failLater = () => {
      if (!hangs) time.after(latency(), () => end(on.error));
    };
    if (fault?.kind === 'requestLost') {
      failLater();
      return abort;
    }
    if (lost(upLostUntil)) return abort;

    const giveBack = (answer: Answer) => {
      const extra = fault?.kind === 'delay' || fault?.kind === 'reorder' ? fault.ms : 0;
      time.after(latency() + (hangs ? extra : 0), () => {
        if (gone) return;
        if (fault?.kind === 'answerLost') {
          if (!hangs) end(on.error);
        } else if (!lost(downLostUntil)) end(() => on.answer(answer));
      });
    };
    const arrive = async (isEcho: boolean) => {
      if (!server.up) {
        if (!isEcho) time.after(latency(), () => end(on.error));
        return;
      }
      const code = fault && CODES[fault.kind];
      const refusal = code && {
        status: Number(fault.kind),
        text: JSON.stringify({ error: { code, description: 'A fault' } }),
      };
      // The service may fail before it did what was asked, or after.
      if (refusal && !(fault.kind === '500' && fault.late)) return giveBack(refusal);
      const answer = await atDesk(make, kind === 'poll');
      if (!isEcho) giveBack(refusal || answer);
    };
    const extra = (fault?.kind === 'delay' || fault?.kind === 'reorder') && !hangs ? fault.ms : 0;
    time.after(latency() + extra, () => void arrive(false));
    if (fault?.kind === 'duplicate') time.after(latency() + fault.ms, () => void arrive(true));
    return abort;
  };

  /** Opens a frame connection: in order, and once a frame was lost on a way, so is all that follows on it. */
  const connect = (url: string, end: FrameEnd) => {
    let far: MemorySocket | undefined;
    let over = false;
    let upDead = false;
    let downDead = false;
    let lastUp = 0;
    let lastDown = 0;
    const inOrder = (last: number) => Math.max(last, time.now() + latency());
    const up = (run: () => void) => {
      upDead ||= lost(upLostUntil);
      if (upDead) return;
      lastUp = inOrder(lastUp);
      time.after(lastUp - time.now(), run);
    };
    const down = (run: () => void) => {
      if (over || downDead) return;
      lastDown = inOrder(lastDown);
      time.after(lastDown - time.now(), () => {
        downDead ||= lost(downLostUntil);
        if (!over && !downDead) deliver(run);
      });
    };
    const finish = () => {
      if (over) return;
      over = true;
      sockets.delete(self);
      deliver(end.onClose);
    };
    const self = {
      drop(silently: boolean) {
        upDead = true;
        downDead = true;
        if (silently) return;
        far?.close();
        finish();
      },
    };
    sockets.add(self);
    if (!online) time.after(1, finish);
    else
      up(() => {
        if (!server.up) return down(finish);
        far = server.desk.openSocket(url);
        far.onopen = () => down(end.onOpen);
        far.onmessage = ({ data }) => {
          const frame = () => end.onFrame(data);
          const late = data.includes('"events"') ? echoLate : undefined;
          const twice = data.includes('"events"') ? echoTwice : undefined;
          if (late === undefined) down(frame);
          else {
            happened('reorder');
            echoLate = undefined;
            time.after(late, () => down(frame));
          }
          if (twice !== undefined) {
            happened('duplicate');
            echoTwice = undefined;
            time.after(twice, () => down(frame));
          }
        };
        far.onclose = () => down(finish);
      });
    return {
      send: (text: string) => up(() => far?.readyState === 1 && far.send(text)),
      close() {
        up(() => far?.close());
        // A browser waits for the other side's farewell: Chromium for a minute.
        time.after(upDead || downDead ? 60_000 : latency() * 2, finish);
      },
    };
  };

  return {
    call,
    connect,
    /** @param late the later one of the two ways in which it may happen: hanging, or after the work was done */
    befall: (kind: CallFault, ms: number, late: boolean) => void faults.push({ kind, ms, late }),
    loseUp(ms: number) {
      upLostUntil = time.now() + ms;
    },
    loseDown(ms: number) {
      downLostUntil = time.now() + ms;
    },
    slow(by: number, ms: number) {
      slowBy = by;
      slowUntil = time.now() + ms;
    },
    echo(fate: 'echoTwice' | 'echoLate', ms: number) {
      if (fate === 'echoTwice') echoTwice = ms;
      else echoLate = ms;
    },
    setOnline(next: boolean) {
      online = next;
      if (!next) this.cut(false);
    },
    /** Ends everything under way. @param silently neither side is told */
    cut(silently: boolean) {
      const all = [...calls, ...sockets];
      for (const each of all) each.drop(silently);
      return all.length;
    },
    /** Every fault is over; what was lost stays lost. */
    heal() {
      faults.length = 0;
      upLostUntil = downLostUntil = slowUntil = 0;
      echoTwice = echoLate = undefined;
      online = true;
    },
  };
};
