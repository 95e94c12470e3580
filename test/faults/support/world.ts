import type { Message as Stored } from '../../../examples/support-desk/server/model/entities';
import { createFakeStorage } from '../../support/fakeStorage';
import { type Allowed, createVisitorBrowser } from '../../support/visitorBrowser';
import type { DeskFault } from './cluster/schedule';
import { createLatePage } from './latePage';
import type { FaultKind } from './link';
import { createOneDesk, kill, type Server, type Service } from './service';
import { createTab, type Tab, type TabDeps } from './tab';
import { createRandom, createTime, type Time } from './time';

export const NOON = 1_800_000_000_000;

export type WorldOptions = {
  seed?: number;
  /** How far the visitor's clock is ahead, ms. Negative if it is behind. */
  skew?: number;
  storage?: Allowed;
  settings?: unknown;
  /** What runs at the desk's address; one process by default. */
  createService?: (time: Time, settings: unknown, random: () => number) => Service;
};

export type World = ReturnType<typeof createWorld>;

/** A visitor's browser, which tells its tabs of changes with the next timer. */
export const createBrowser = (time: Time) => createVisitorBrowser((tell) => void time.after(1, tell));

/** A visitor's browser, a desk and an agent, the network between them, and one clock for all. */
export const createWorld = (options: WorldOptions = {}) => {
  const random = createRandom(options.seed ?? 1);
  const seen = new Set<FaultKind | DeskFault>();
  const tabs: Tab[] = [];
  const time = createTime(NOON, () => {
    for (const tab of tabs) tab.look();
  });
  const service = (options.createService ?? createOneDesk)(time, options.settings, random);
  const browser = createBrowser(time);
  let pages = 0;
  let filesLostUntil = 0;
  /** Texts that were stored in a log the desk has since lost. */
  const forgotten = new Set<string>();

  const conversations = async () => service.store.inbox({ limit: 1000, empty: true });
  const stored = async (conversationId: string): Promise<Stored[]> =>
    (await service.store.messages(conversationId, { limit: 10_000 })).messages;
  const textOf = (message: Stored) => String(message.body.text);

  const openTab = (
    over: Partial<
      Pick<
        TabDeps,
        | 'browser'
        | 'session'
        | 'onlyReads'
        | 'unsent'
        | 'calls'
        | 'line'
        | 'locks'
        | 'channels'
        | 'live'
        | 'consent'
        | 'plant'
      >
    > = {},
  ): Tab => {
    const tab = createTab({
      time,
      random,
      service,
      browser,
      name: `page${++pages}`,
      session: createFakeStorage(),
      skew: options.skew ?? 0,
      storage: options.storage,
      happened: (kind) => seen.add(kind),
      filesLostUntil: () => filesLostUntil,
      ...over,
    });
    tabs.push(tab);
    return tab;
  };

  return {
    time,
    random,
    service,
    browser,
    tabs,
    seen,
    forgotten,
    openTab,
    /** For a while, no file of the messenger arrives. */
    loseFiles(ms: number) {
      filesLostUntil = time.now() + ms;
    },
    /**
     * Opens a page whose messenger is not there yet.
     * @param session the storage of its tab
     * @param stores whether the visitor's consent allows storage
     */
    openLatePage: (session: Storage = createFakeStorage(), stores = true) =>
      createLatePage({
        stores,
        browser,
        session,
        storage: options.storage,
        now: () => time.now() + (options.skew ?? 0),
      }),
    advance: time.advance,
    settle: time.settle,
    /** The messages the service stores for a conversation, oldest first. */
    stored,
    textOf,
    /** The ids of the visitors whom the desk knows. */
    async visitors(): Promise<string[]> {
      return [...new Set((await conversations()).map(({ user }) => user.id))];
    },
    /** The stored texts of every conversation, by conversation id. */
    async allStored(): Promise<Map<string, string[]>> {
      const rows = await conversations();
      const texts = rows.map(async ({ conversation: { id } }) => {
        return [id, (await stored(id)).map(textOf)] as const;
      });
      return new Map(await Promise.all(texts));
    },
    /** The agent, whose own network has no faults. Calls do nothing while the service is down. */
    agent: {
      async send(conversationId: string | undefined, text: string): Promise<boolean> {
        const desk = service.forAgent()?.desk;
        if (!desk || !conversationId) return false;
        const sent = await time.busy(desk.agent.send(conversationId, { text }).catch(() => undefined));
        return sent !== undefined;
      },
      async activity(conversationId: string | undefined, type: string): Promise<void> {
        const desk = service.forAgent()?.desk;
        if (!desk || !conversationId) return;
        await time.busy(desk.agent.activity(conversationId, type).catch(() => undefined));
      },
    },
    /** Kills a process of the desk, the first by default, and restarts it after `ms`. */
    kill(ms: number, server = service.servers[0] as Server) {
      if (!server.up) return;
      seen.add('serverKill');
      const restart = kill(server);
      for (const tab of tabs) if (tab.isAlive()) tab.link.cut(false, server);
      time.after(ms, restart);
    },
    /** Restarts the desk with an empty log. @param keep 'people' keeps its users and conversations */
    async resetLog(keep?: 'people') {
      seen.add('logReset');
      for (const texts of (await this.allStored()).values()) for (const text of texts) forgotten.add(text);
      service.resetLog(keep);
      for (const tab of tabs) if (tab.isAlive()) tab.link.cut(false);
    },
    /** Ends every visitor's session. */
    async expireTokens() {
      const desk = service.forAgent()?.desk;
      if (!desk) return;
      const rows = await conversations();
      const ids = new Set(rows.map(({ user }) => user.id));
      for (const id of ids) {
        const path = `/users/${id}/expire-sessions`;
        const { expired } = (await time.busy(desk.agent.call('POST', path))) as { expired: number };
        if (expired > 0) seen.add('tokenExpiry');
      }
    },
    /** Ends all faults. */
    async heal() {
      service.heal();
      filesLostUntil = 0;
      for (const tab of tabs) {
        if (!tab.isAlive()) continue;
        tab.link.heal();
        if (tab.isAsleep()) await tab.wake();
      }
    },
    close() {
      for (const tab of tabs) if (tab.isAlive()) tab.kill(true);
      service.close();
    },
  };
};
