import { createTypingSender } from '../../../src/conversation/composer/tools/sendTyping';
import { claimEarly, sendEarly } from '../../../src/delivery/sending/sendEarly';
import type { EarlyMessage } from '../../../src/launcher/earlyMessages';
import type { Message } from '../../../src/model/message';
import { type ConsentLevel, createStorages, STORAGE_PREFIX } from '../../../src/platform/storage';
import { createTabChannel } from '../../../src/platform/tabChannel';
import type { Slices } from '../../../src/slices/createSlices';
import { type AssembledMessenger, assembleMessenger } from '../../support/assemble';
import type { Allowed, VisitorBrowser } from '../../support/visitorBrowser';
import type { Channels } from './channels';
import { chunksOver, quietRealtime } from './chunks';
import { createFetch } from './fetch';
import { createLink, type FaultKind, type Link } from './link';
import type { Locks } from './locks';
import { createMoves } from './moves';
import { createRealm, type Live } from './realm';
import type { Service } from './service';
import type { Time } from './time';

export type TabDeps = {
  time: Time;
  random: () => number;
  service: Service;
  browser: VisitorBrowser;
  /** Prefix of this page's ids, which keeps them distinct from those of other pages. */
  name: string;
  session: Storage;
  /** How far the visitor's clock is ahead, ms. Negative if it is behind. */
  skew: number;
  storage?: Allowed;
  /** Whether the page only reads, and so never marks messages as read. */
  onlyReads?: boolean;
  /** The messages that the visitor sent on this page before its messenger loaded. The window is then open. */
  unsent?: EarlyMessage[];
  /** The line between the page and the network, where it is not as good as the network. */
  line?: (link: Link) => Live;
  /** Makes the calls that the page has queued. */
  calls?: (delivery: AssembledMessenger['delivery'], slices: Slices) => void;
  happened: (kind: FaultKind) => void;
  filesLostUntil: () => number;
  /** Channels of the origin. */
  channels?: Channels;
  /** Locks of the origin, which the tabs of a browser share. */
  locks?: Locks;
  /** The consent that the page sets first. */
  consent?: ConsentLevel;
  /** When the live connection's file arrives; the connection then carries nothing, and all other files are there at once. */
  live?: Promise<unknown>;
  /** Plants a fault into the messenger. */
  plant?: (messenger: AssembledMessenger) => void;
};

export type Tab = ReturnType<typeof createTab>;

/** A page with the messenger, but without the interface. */
export const createTab = (deps: TabDeps) => {
  const { time, service, name } = deps;
  const timers = new Set<() => void>();
  let frozen: (() => void)[] | undefined;
  /** Whether the browser tells a page nothing of what it has slept through. */
  let forgets = false;
  let alive = true;
  const deliver = (run: () => void) => {
    if (!alive) return;
    if (frozen) frozen.push(run);
    else run();
  };
  const after = (ms: number, task: () => void) => {
    let off = false;
    const stop = time.after(ms, () => {
      deliver(() => {
        if (off) return;
        cancel();
        task();
      });
    });
    const cancel = () => {
      off = true;
      stop();
      timers.delete(cancel);
    };
    timers.add(cancel);
    return cancel;
  };
  const clock = {
    now: () => time.now() + deps.skew,
    after,
  };
  const link = createLink({
    ...{ time, random: deps.random, deliver, happened: deps.happened, filesLostUntil: deps.filesLostUntil },
    route: service.createRoute(),
  });

  const window = deps.browser.openHost(deps.session, deps.storage, (tell) => {
    if (!frozen || !forgets) deliver(tell);
  });
  const openChannel = deps.channels?.(deliver);
  const locks = deps.locks?.open();
  const messenger = assembleMessenger({
    clock,
    messenger: {
      appId: service.appId,
      integrationId: 'web',
      baseUrl: `${service.origin}/sc`,
      conversationHistory: 'remember',
    },
    storages: createStorages(
      window.host,
      true,
      deps.consent,
      openChannel && createTabChannel(STORAGE_PREFIX, openChannel),
    ),
    // The desk takes no id that could be guessed.
    idPrefix: `${name}-0123456789abcdef`,
    fetch: createFetch(link),
    chunks: {
      ...chunksOver(
        () => !!deps.live || link.hasFiles(),
        createRealm(deps.line?.(link) ?? link, after, !!deps.line),
      ),
      ...(deps.live && { realtimeChunk: quietRealtime(deps.live) }),
    },
    lock: locks?.request,
    openChannel,
  });
  deps.plant?.(messenger);
  const { slices, delivery, page } = messenger;
  const { user, router, conversations, messages } = slices;
  const { unsent = [], calls } = deps;
  claimEarly(unsent, { user, delivery });
  const takeOver = () => {
    if (unsent[0]) router.openWidget();
    sendEarly(unsent, { user, delivery });
  };
  if (calls) {
    calls(delivery, slices);
    void delivery.left().then(takeOver);
  } else takeOver();
  const offs = [messenger.startWhenOpen(), ...(deps.onlyReads ? [] : [messenger.keepRead()])];

  const active = () => conversations.active.value;
  const typing = createTypingSender({ ...delivery, clock, conversationId: () => active()?._id });
  const log = (): readonly Message[] => messages.of(active()?._id ?? '').value;
  /** The log as the card draws it, with what an earlier page has kept. */
  const drawn = () => messages.drawn(active()?._id ?? '');
  const moves = createMoves();
  const doubled = new Set<string>();

  return {
    name,
    slices,
    delivery,
    typed: typing.typed,
    page,
    link,
    session: deps.session,
    active,
    log,
    drawn,
    isAlive: () => alive,
    /** Runs what reaches the page: at once, when it wakes, or never. */
    deliver,
    isAsleep: () => frozen !== undefined,
    /** Records the log the visitor sees now. Called whenever all pending work is done. */
    look() {
      if (!alive || frozen) return;
      moves.look(active()?._id ?? '', drawn());
      const keys = drawn().map((m) => m.key);
      if (new Set(keys).size < keys.length)
        for (const key of keys) if (keys.indexOf(key) !== keys.lastIndexOf(key)) doubled.add(key);
    },
    /** The bubbles that moved more than once. */
    restless: moves.restless,
    /** The keys that were in the log twice at any time. */
    doubled,
    /** Retries the oldest failed message, as a visitor does by tapping it. */
    retry() {
      const failed = log().find((m) => m.status === 'failed' && m.isRetryable !== false);
      if (failed) delivery.sender.retry(failed.key);
    },
    setVisible(next: boolean) {
      if (page.visible() !== next) page.setVisible(next);
    },
    /**
     * Freezes timers and delivers nothing to the page.
     * @param silently connections end without an event
     * @param forgetful storage events of this time are lost
     */
    sleep(silently: boolean, forgetful = false) {
      frozen = [];
      forgets = forgetful;
      link.cut(silently);
    },
    async wake() {
      const missed = frozen ?? [];
      frozen = undefined;
      for (const run of missed) {
        deliver(run);
        await time.settle();
      }
    },
    /** Kills the page's process without any event. @param silently the desk's sockets get no event either */
    kill(silently: boolean) {
      alive = false;
      link.cut(silently);
      window.close();
      locks?.close();
      for (const cancel of [...timers]) cancel();
      for (const off of offs) off();
    },
    /**
     * Removes the messenger from the page.
     * @returns the timers and listeners it leaves behind; both should be 0
     */
    async dispose() {
      for (const off of offs) off();
      typing.dispose();
      messenger.dispose();
      // Faye does not cancel the timer of its last message, so let that timer expire.
      await time.advance(60_000);
      const left = { timers: timers.size, storageListeners: window.listeners() };
      this.kill(true);
      return left;
    },
  };
};
