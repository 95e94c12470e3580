import { type ForeignAnswer, foreignAnswers } from '../../support/foreignAnswers';
import type { MemorySocket } from '../../support/memorySocket';
import type { Route, Server } from './service';
import type { Time } from './time';

/** A fault that can affect a tab's next call. */
export type CallFault =
  | 'requestLost'
  | 'answerLost'
  | 'delay'
  | 'duplicate'
  | 'reorder'
  | '401'
  | '403'
  | '429'
  | '500'
  | 'foreign';

export type FaultKind =
  | CallFault
  | 'oneWayLoss'
  | 'portal'
  | 'reset'
  | 'tokenExpiry'
  | 'serverKill'
  | 'logReset'
  | 'tabKill'
  | 'sleep'
  | 'clockSkew'
  | 'twoTabs'
  | 'lateMessenger'
  | 'fileLost';

/** The browser's end of a frame connection. */
export type FrameEnd = {
  onOpen(): void;
  onFrame(data: string): void;
  onClose(): void;
};

export type Answer = ForeignAnswer;

const FOREIGN = [...foreignAnswers.values()];

/** A call or a connection that is not over. */
type Open = { server: Server; drop: (silently: boolean) => void };

/** A tab's network connection to the desk, and the faults that can be injected into it. */
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
  /** Chooses the process for each call and connection. */
  route: Route;
  /** Runs a callback that delivers data to the browser: at once, or when the browser wakes up. */
  deliver: (run: () => void) => void;
  /** Until when the messenger's files are lost, on their own. */
  filesLostUntil: () => number;
  /** Called when a fault takes effect. */
  happened: (kind: FaultKind) => void;
}) => {
  const { time, random, route, deliver, happened } = deps;
  const faults: { kind: CallFault; ms: number; late: boolean }[] = [];
  const calls = new Set<Open>();
  const sockets = new Set<Open>();
  let upLostUntil = 0;
  let downLostUntil = 0;
  let slowUntil = 0;
  let portalUntil = 0;
  let slowBy = 0;
  let online = true;
  /**
   * A fault for the next frame with events: a desk of several processes may send it twice, or out of order.
   */
  let echoTwice: number | undefined;
  let echoLate: number | undefined;

  const latency = () => {
    const slow = time.now() < slowUntil ? slowBy : 0;
    return 20 + Math.floor(random() * 60) + slow;
  };
  const foreign = (): Answer => FOREIGN[Math.floor(random() * FOREIGN.length)] as Answer;
  /** Whether a portal answers in the place of the desk. */
  const isCovered = () => {
    if (time.now() >= portalUntil) return false;
    happened('portal');
    return true;
  };
  const lost = (until: number) => {
    if (time.now() >= until) return false;
    happened('oneWayLoss');
    return true;
  };

  /**
   * @param isPoll a long poll, which the desk answers only when there is news; `settle` does not wait for it
   */
  const atDesk = async (server: Server, make: () => Request, isPoll: boolean): Promise<Answer> => {
    const answer = server.desk.fetch(make()).then(async (r) => ({ status: r.status, text: await r.text() }));
    return isPoll ? answer : time.busy(answer);
  };

  /**
   * Sends a request. Calls exactly one of `on.answer` and `on.error`, or neither if the request hangs.
   * @param kind only calls of the service's API take the faults queued for the next call
   * @returns a function that aborts the request
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
    const server = kind === 'poll' ? route.live() : route.call();
    const self = {
      server,
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
      if (fault?.kind === 'foreign' || isCovered()) return isEcho ? undefined : giveBack(foreign());
      if (!server.up) {
        if (!isEcho) time.after(latency(), () => end(on.error));
        return;
      }
      const code = fault && CODES[fault.kind];
      const refusal = code && {
        status: Number(fault.kind),
        text: JSON.stringify({ error: { code, description: 'A fault' } }),
      };
      // The service may fail before or after doing the work.
      if (refusal && !(fault.kind === '500' && fault.late)) return giveBack(refusal);
      const answer = await atDesk(server, make, kind === 'poll');
      if (!isEcho) giveBack(refusal || answer);
    };
    const extra = (fault?.kind === 'delay' || fault?.kind === 'reorder') && !hangs ? fault.ms : 0;
    time.after(latency() + extra, () => void arrive(false));
    if (fault?.kind === 'duplicate') time.after(latency() + fault.ms, () => void arrive(true));
    return abort;
  };

  /**
   * Opens a frame connection. It keeps the order of frames; after one frame is lost, all later ones are lost
   * too.
   */
  const connect = (url: string, end: FrameEnd) => {
    const server = route.live();
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
      server,
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
        if (!server.up || isCovered()) return down(finish);
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
        // A browser waits for the other side's closing handshake; Chromium waits a minute.
        time.after(upDead || downDead ? 60_000 : latency() * 2, finish);
      },
    };
  };

  return {
    call,
    connect,
    /** Whether a file that the messenger asks for now arrives. */
    hasFiles() {
      const since = Math.max(upLostUntil, downLostUntil, portalUntil, deps.filesLostUntil());
      const has = online && time.now() >= since && route.call().up;
      if (!has) happened('fileLost');
      return has;
    },
    /**
     * @param late selects the later variant of the fault: the call hangs, or fails after the work was done
     */
    befall: (kind: CallFault, ms: number, late: boolean) => void faults.push({ kind, ms, late }),
    loseUp(ms: number) {
      upLostUntil = time.now() + ms;
    },
    loseDown(ms: number) {
      downLostUntil = time.now() + ms;
    },
    /** A portal covers the desk: its connections end, and it answers all calls. */
    cover(ms: number) {
      this.cut(false);
      portalUntil = time.now() + ms;
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
    /**
     * Ends all calls and connections.
     * @param silently neither side gets an event
     * @param at only those with this process
     */
    cut(silently: boolean, at?: Server) {
      const all = [...calls, ...sockets].filter(({ server }) => !at || server === at);
      for (const each of all) each.drop(silently);
      route.leave();
      return all.length;
    },
    /** Ends every fault. Lost data stays lost. */
    heal() {
      faults.length = 0;
      upLostUntil = downLostUntil = slowUntil = portalUntil = 0;
      echoTwice = echoLate = undefined;
      online = true;
    },
  };
};
