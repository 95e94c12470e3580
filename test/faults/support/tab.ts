import { computed, effect, signal, untracked } from '@preact/signals-react';
import { createDelivery } from '../../../src/flows/delivery';
import { keepRead } from '../../../src/flows/markRead';
import { createTypingSender } from '../../../src/flows/sendTyping';
import type { Message } from '../../../src/model/message';
import { createStorages } from '../../../src/platform/storage';
import { createSlices } from '../../../src/slices/createSlices';
import { decodeConfig } from '../../../src/wire/config';
import { createFakePage } from '../../support/fakePage';
import type { Allowed, Browser } from './browser';
import { createFetch } from './fetch';
import { createLink, type FaultKind, type Server } from './link';
import { createMoves } from './moves';
import { createRealm, useRealm } from './realm';
import type { Time } from './time';

export type TabDeps = {
  time: Time;
  random: () => number;
  server: Server;
  browser: Browser;
  /** Starts this page's ids apart from those of all others. */
  name: string;
  session: Storage;
  /** How far the visitor's clock is ahead, ms. */
  skew: number;
  storage?: Allowed;
  /** A page that only reads what there is: it marks nothing read. */
  onlyReads?: boolean;
  happened: (kind: FaultKind) => void;
};

export type Tab = ReturnType<typeof createTab>;

/** A page with the messenger on it, put together as `messenger.ts` does, without its interface. */
export const createTab = (deps: TabDeps) => {
  const { time, server, name } = deps;
  const timers = new Set<() => void>();
  let frozen: (() => void)[] | undefined;
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
    every(): () => void {
      throw new Error('The delivery engine repeats nothing by interval');
    },
  };
  const link = createLink({ time, random: deps.random, server, deliver, happened: deps.happened });
  useRealm(clock.now, createRealm(link, after));

  let ids = 0;
  const createId = () => `${name}-${++ids}`;
  const window = deps.browser.openHost(deps.session, deps.storage);
  const page = createFakePage();
  const storages = createStorages(window.host, true);
  const slices = createSlices({
    config: decodeConfig({
      messenger: {
        appId: server.desk.appId,
        integrationId: 'web',
        baseUrl: `${server.desk.origin}/sc`,
        conversationHistory: 'remember',
      },
    }),
    storages,
    createId,
    clock,
  });
  const reports: string[] = [];
  const delivery = createDelivery({
    slices,
    fetch: createFetch(link),
    clock,
    page,
    storages,
    createId,
    report: (message, ...cause) => reports.push([message, ...cause.map(String)].join(': ')),
  });
  const { user, router, conversations, messages } = slices;
  const visible = signal(true);
  page.onVisible((now) => {
    visible.value = now;
  });
  const reading = computed(() => router.widgetOpen.value && visible.value);
  const offs: (() => void)[] = [
    effect(() => {
      if (!router.widgetOpen.value) return;
      const idle = user.initializedStatus.value === 'notConnected';
      const busy = delivery.authentication.isUserLoggingIn.value;
      untracked(() => {
        if (idle && !busy) delivery.start();
      });
    }),
    ...(deps.onlyReads ? [] : [keepRead({ ...slices, ...delivery, clock, reading })]),
  ];
  if (user.appUserId.value !== undefined) delivery.start();

  const active = () => conversations.active.value;
  const typing = createTypingSender({ ...delivery, clock, conversationId: () => active()?._id });
  const log = (): readonly Message[] => messages.of(active()?._id ?? '').value;
  const moves = createMoves();

  return {
    name,
    slices,
    delivery,
    typed: typing.typed,
    page,
    link,
    storages,
    session: deps.session,
    reports,
    active,
    log,
    isAlive: () => alive,
    isAsleep: () => frozen !== undefined,
    /** What the visitor sees now; asked for whenever nothing goes on. */
    look() {
      if (alive && !frozen) moves.look(active()?._id ?? '', log());
    },
    /** The bubbles that moved more than once. */
    restless: moves.restless,
    /** The visitor taps what could not be sent. */
    retry() {
      const failed = log().find((m) => m.status === 'failed' && m.isRetryable !== false);
      if (failed) delivery.sender.retry(failed.key);
    },
    setVisible(next: boolean) {
      if (page.visible() !== next) page.setVisible(next);
    },
    /** Timers stand still and nothing is heard. @param silently the connections end without word */
    sleep(silently: boolean) {
      frozen = [];
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
    /** As if the process was ended: nothing is told to anyone. @param silently not even the desk's sockets hear of it */
    kill(silently: boolean) {
      alive = false;
      link.cut(silently);
      window.close();
      for (const cancel of [...timers]) cancel();
      for (const off of offs) off();
    },
    /** Takes the messenger off the page. @returns what it left behind, which should be nothing */
    async dispose() {
      for (const off of offs) off();
      typing.dispose();
      delivery.dispose();
      // The library lets the timer of its last message run out.
      await time.advance(60_000);
      const left = { timers: timers.size, storageListeners: window.listeners() };
      this.kill(true);
      return left;
    },
  };
};
