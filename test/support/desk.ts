import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { createSharedBuilds } from '../../examples/support-desk/server/assets/sharedBuilds';
import type { Bus } from '../../examples/support-desk/server/bus/bus';
import type { LiveState } from '../../examples/support-desk/server/bus/liveState';
import { keepTokenKey } from '../../examples/support-desk/server/domain/accounts/apiKeys';
import { createWaking } from '../../examples/support-desk/server/domain/conversations/snoozing';
import { createTurns } from '../../examples/support-desk/server/domain/conversations/turns';
import {
  createDeskSettings,
  fixedOperator,
} from '../../examples/support-desk/server/domain/settings/deskSettings';
import { limitIn } from '../../examples/support-desk/server/domain/settings/limitSettings';
import { readSettings, type Settings } from '../../examples/support-desk/server/domain/settings/settings';
import { createLiveOriginOf, createOriginOf } from '../../examples/support-desk/server/http/origin';
import { createRates } from '../../examples/support-desk/server/http/rates';
import {
  createKeySetFetch,
  createPublicKeys,
  type FetchKeySet,
} from '../../examples/support-desk/server/keys/publicKeys';
import type { Trust } from '../../examples/support-desk/server/limits/trustProxy';
import { createReplies, type ReplyOptions } from '../../examples/support-desk/server/mail/createReplies';
import { createMailRound, createSmtp } from '../../examples/support-desk/server/mail/mailing';
import { type Clock, createClock } from '../../examples/support-desk/server/process/clock';
import { createLifecycle, type Ending, SHORT } from '../../examples/support-desk/server/process/lifecycle';
import { createBayeux } from '../../examples/support-desk/server/realtime/bayeux';
import { createBayeuxHttp } from '../../examples/support-desk/server/realtime/bayeuxHttp';
import { followOn } from '../../examples/support-desk/server/realtime/topicOf';
import { createMayCall, createMayConnect } from '../../examples/support-desk/server/routes/allowOrigins';
import { createApp } from '../../examples/support-desk/server/start/createApp';
import { createAuthority } from '../../examples/support-desk/server/start/createAuthority';
import { type AppDeps, createDeps } from '../../examples/support-desk/server/start/createDeps';
import { startHttpServer } from '../../examples/support-desk/server/start/httpServer';
import { createUpkeep, type UpkeepDeps } from '../../examples/support-desk/server/start/upkeep';
import type { Store } from '../../examples/support-desk/server/store/store';
import type { Shelf } from '../../examples/support-desk/server/uploads/shelf';
import type { Uploads } from '../../examples/support-desk/server/uploads/uploads';
import { createLocaleWords } from '../../examples/support-desk/server/words/localeWords';
import { createMailWords } from '../../examples/support-desk/server/words/mailWords';
import { createVisitorText } from '../../examples/support-desk/server/words/visitorText';
import { openNewDatabase } from './emptyDatabase';
import { createMemoryStore } from './memory/memoryStore';
import { createMemoryUploads } from './memory/memoryUploads';
import { openDatabase } from './openDatabase';
import { createDiskUploads } from './openFiles';

export type DeskOptions = {
  /**
   * Storage for rows. The default is plain memory; `pglite` is the real engine in a folder of its own. To start the
   * same desk again, pass on the store of one that was closed.
   */
  store?: 'memory' | 'pglite' | Store;
  /** URL of a PostgreSQL server, used instead of `store`. */
  databaseUrl?: string;
  /** 0, the default, takes any free port of 127.0.0.1. */
  port?: number;
  /** The content of settings.json. */
  settings?: unknown;
  /** Whether its integration is the one that its database chooses; `web` by default, so that tests can name it. */
  ownIntegration?: boolean;
  /** What counts as saved before agents save something. */
  sampleSettings?: Record<string, unknown>;
  /** The current time in ms since 1970; the real clock by default. */
  now?: () => number;
  /** The folder that contains locales/, dist/ and examples/; the repository by default. */
  repository?: string;
  publicUrl?: string;
  /** Whether to serve the demo page and the gallery, as it does by default. */
  demo?: boolean;
  /** What the link to the demo's inbox has. */
  demoSecret?: string;
  /** The storage of uploaded files, or its folder; in memory by default. */
  uploads?: Uploads;
  uploadsFolder?: string;
  /** What its upkeep asks; nothing by default. */
  upkeep?: Pick<UpkeepDeps, 'ownsPlace'>;
  /** Where it shares the files of its build with other desks; nowhere by default. */
  shelf?: Shelf;
  /** How long the headers and the body of a request may take, ms; the desk's own limits by default. */
  headersMs?: number;
  bodyMs?: number;
  /** How it ends; shortly by default. */
  ending?: Partial<Ending>;
  /** The timers that watch live connections; the real ones by default. */
  connectionClock?: Pick<Clock, 'now' | 'after'>;
  /** Signs agents in; a random one by default. */
  agentToken?: string;
  /** Which proxies are believed; those of this machine by default. */
  trustProxy?: Trust;
  /** Loads an identity provider's keys; over the network by default. */
  fetchKeySet?: FetchKeySet;
  /** Connects it to the other processes of the desk; there are none by default. */
  bus?: Bus;
  /** Keeps limits, presence and drafts; in memory by default. */
  liveState?: LiveState;
  /** The hosts that webhooks may have although they are not public; none by default. */
  webhookHosts?: string[];
  /** The hosts that push services may have although they are not public; none by default. */
  pushHosts?: string[];
  /** The mailbox that replies by mail are read from; none by default. */
  replies?: ReplyOptions;
  /** Receives each line of the log. */
  onLog?: (line: string) => void;
};

export type Desk = {
  /** `http://127.0.0.1:PORT` */
  origin: string;
  agentToken: string;
  appId: string;
  store: Store;
  /** The table of the app's routes. */
  routes: readonly { method: string; path: string }[];
  /** Sends what is stored for the other processes. */
  sweepPublications(): Promise<void>;
  /** Runs one round of upkeep: deletes what has ended. */
  upkeep(): Promise<void>;
  /** Runs one round of mailing: asks for addresses and sends due emails. */
  mailRound(): Promise<void>;
  /** Wakes the snoozed conversations whose time has come. */
  wakingRound(): Promise<void>;
  /** Assigns what waits to the agents who are there, in turn. */
  turnsRound(): Promise<void>;
  /** Runs one round of push messages, and waits until they are sent. */
  pushRound(): Promise<void>;
  /** Runs one round of reading replies by mail. */
  readMail(): Promise<void>;
  /** Tells other desks once whether an inbox is connected. */
  presenceRound(): Promise<void>;
  close(): Promise<void>;
  /** Lets `close` wait for nothing any more. */
  hurry(): void;
};

const settingsOf = (value: unknown): Settings => {
  const result = readSettings(value ?? {});
  if ('problem' in result) throw new Error(result.problem);
  return result.settings;
};

const openUploads = ({ uploads, uploadsFolder }: DeskOptions, now: () => number): Uploads =>
  uploads ?? (uploadsFolder ? createDiskUploads(uploadsFolder) : createMemoryUploads(now));

const openAnyStore = async ({ store, databaseUrl }: DeskOptions): Promise<Store> => {
  if (databaseUrl) return openDatabase({ url: databaseUrl });
  if (typeof store === 'object') return store;
  return store === 'pglite' ? openNewDatabase() : createMemoryStore(randomUUID());
};

const openStore = async (options: DeskOptions): Promise<Store> => {
  const store = await openAnyStore(options);
  return options.ownIntegration ? store : { ...store, integrationId: 'web' };
};

/** Starts the real desk in this process on a loopback port. The caller closes it. */
export const startDesk = async (options: DeskOptions = {}): Promise<Desk> => {
  const settings = settingsOf(options.settings);
  const store = await openStore(options);
  const real = createClock();
  const clock = { ...real, now: options.now ?? real.now };
  const { now, after } = clock;
  const agentToken = options.agentToken ?? randomBytes(12).toString('hex');
  const repository = options.repository ?? fileURLToPath(new URL('../..', import.meta.url));
  await keepTokenKey(store, agentToken, now());
  const inForce = createDeskSettings(
    fixedOperator(options.settings ?? {}),
    store,
    undefined,
    options.sampleSettings,
  );
  await inForce.refreshSettings();
  const { onLog } = options;
  const log = onLog ? pino({ level: 'trace' }, { write: onLog }) : pino({ level: 'silent' });
  const rates = createRates({
    log,
    trust: options.trustProxy,
    limitOf: (name) => limitIn(inForce.settings().limits, name),
    sockets: () => inForce.settings().limits.sockets,
    createLimiter: options.liveState?.createLimiter,
  });
  const fetchText =
    options.fetchKeySet ?? createKeySetFetch({ ...inForce, isPublic: options.publicUrl !== undefined });
  const publicKeys = createPublicKeys({ now, log, fetchText });
  const shared = { store, now, rates, publicKeys, ...inForce };
  const bayeux = createBayeux(createAuthority(shared), {
    clock,
    originOf: createLiveOriginOf(createOriginOf(options.publicUrl)),
    follow: followOn(options.bus),
  });
  const mailWords = createMailWords(
    join(repository, 'examples/support-desk/locales'),
    join(repository, 'locales'),
  );
  const { shelf } = options;
  const builds = shelf && createSharedBuilds({ shelf, key: store.campaignKey, repository, clock, log });
  await builds?.start();
  const sendEmail = createSmtp(after);
  const input: AppDeps = {
    ...shared,
    after,
    bus: options.bus,
    fanOut: bayeux,
    uploads: openUploads(options, now),
    mailer: { sendEmail, mailWords, publicUrl: options.publicUrl },
    localeWords: createLocaleWords(join(repository, 'locales')),
    visitorText: createVisitorText(join(repository, 'locales')),
    roots: { repository, builds },
    demo: options.demo ?? true,
    demoSecret: options.demoSecret,
    publicUrl: options.publicUrl,
    liveState: options.liveState,
    webhookHosts: options.webhookHosts,
    pushHosts: options.pushHosts,
    newId: () => randomBytes(12).toString('hex'),
    newToken: () => randomBytes(32).toString('base64url'),
    log,
  };
  const deps = createDeps(input);
  const replies =
    options.replies &&
    createReplies({ ...deps, rates, mailWords, publicUrl: options.publicUrl }, options.replies);
  const app = createApp({ ...input, acceptMail: replies?.accept }, deps);
  const lifecycle = createLifecycle();
  const live = createBayeuxHttp(bayeux, log, {
    clock: options.connectionClock ?? real,
    mayConnect: createMayConnect(createMayCall(inForce.settings, options.publicUrl)),
    takePlace: rates.takePlace,
  });
  const server = await startHttpServer(app, live, {
    port: options.port ?? 0,
    host: '127.0.0.1',
    publicUrl: options.publicUrl,
    after,
    lifecycle,
    headersMs: options.headersMs,
    bodyMs: options.bodyMs,
  });
  return {
    origin: `http://127.0.0.1:${server.port}`,
    agentToken,
    appId: settings.messenger.appId,
    store: deps.store,
    routes: app.routes,
    sweepPublications: deps.publishing.sweep,
    upkeep: createUpkeep({ ...deps, ...options.upkeep }),
    mailRound: createMailRound(
      {
        ...deps,
        publicUrl: options.publicUrl,
        sendEmail,
        mailWords,
        repliesTo: replies?.repliesTo,
      },
      log,
    ),
    wakingRound: createWaking(deps),
    turnsRound: createTurns(deps),
    pushRound: async () => {
      await deps.pushing.round();
      await deps.pushing.idle();
    },
    readMail: async () => replies?.round(),
    presenceRound: deps.presence.report,
    hurry: lifecycle.end,
    close: async () => {
      lifecycle.drain({ ...SHORT, ...options.ending });
      await replies?.close();
      await server.close();
      await deps.publishing.close();
      await store.close();
    },
  };
};
