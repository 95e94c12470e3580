import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { createSharedBuilds } from '../assets/sharedBuilds';
import { COPY_PATH, serveCopies } from '../backup/serveCopies';
import { inMemory } from '../bus/liveState';
import { DEMO_SETTINGS } from '../demo/demoSettings';
import { hasDemoAgents } from '../domain/accounts/firstStart';
import { partsFor } from '../domain/deps';
import { createDeskSettings, type OperatorSettings } from '../domain/settings/deskSettings';
import { limitIn } from '../domain/settings/limitSettings';
import { createLiveOriginOf, createOriginOf } from '../http/origin';
import { createRates } from '../http/rates';
import { createKeySetFetch, createPublicKeys } from '../keys/publicKeys';
import type { Trust } from '../limits/trustProxy';
import { createReplies, type ReplyOptions } from '../mail/createReplies';
import { createMailRound, createSmtp } from '../mail/mailing';
import { createReadiness, type Standing } from '../nodes/readiness';
import { answerOperator } from '../operator/operatorSocket';
import { SIGN_IN_LINK_PATH, serveSignInLinks } from '../operator/signInLink';
import { createAwake } from '../process/awake';
import { createClock } from '../process/clock';
import { lock, prepareFolder, refuseUnfinished, storedToken } from '../process/dataFolder';
import { createLifecycle, type Ending, SHORT } from '../process/lifecycle';
import { createMetrics } from '../process/metrics';
import { listeningProblem, StartError } from '../process/startError';
import { createBayeux } from '../realtime/bayeux';
import { createBayeuxHttp } from '../realtime/bayeuxHttp';
import { followOn } from '../realtime/topicOf';
import { createMayCall, createMayConnect } from '../routes/allowOrigins';
import type { OpenStore } from '../store/sql/openStore';
import { createOwnPlace } from '../uploads/ownPlace';
import type { S3Place } from '../uploads/s3Place';
import { freeBytesIn } from '../uploads/unfinished';
import { createLocaleWords } from '../words/localeWords';
import { createMailWords } from '../words/mailWords';
import { createVisitorText } from '../words/visitorText';
import { createApp } from './createApp';
import { createAuthority } from './createAuthority';
import { type AppDeps, createDeps } from './createDeps';
import { measureEmails, measureFanOut, watchDesk } from './deskMetrics';
import { enterDatabase } from './enterDatabase';
import { refuseTakenPort, startHttpServer } from './httpServer';
import { openFiles } from './openFiles';
import { openRedis } from './openRedis';
import { openStore } from './openStore';
import { prepareAccounts } from './prepareAccounts';
import { startRounds } from './rounds';
import { createSettingsFiles, UnusableSettings } from './settingsFile';
import { createUpkeep } from './upkeep';
import { watchParts } from './watchParts';

export type StartOptions = {
  port: number;
  host?: string;
  dataDir: string;
  /** The repository's folder, with the locales, built files and pages. */
  repository: string;
  /** Whether to serve the demo page and the gallery, and to start with sample people. */
  demo: boolean;
  /** Becomes an API key with all scopes. */
  agentToken?: string;
  publicUrl?: string;
  /** The trusted proxies; by default, those of this machine. */
  trustProxy?: Trust;
  databaseUrl?: string;
  /** A replica of it for agents' reads. */
  readUrl?: string;
  /** Where several processes share their short-lived state; by default, each has its own. */
  redisUrl?: string;
  /** Where uploaded files are stored; by default in the data folder. */
  s3?: S3Place;
  /** How many connections to PostgreSQL serve agents' lists, searches and reports, and how many the rest. */
  agentPoolSize?: number;
  poolSize?: number;
  /** Called with the reason the desk stopped. The caller ends the process. */
  onEnd?: (sentence: string) => void;
  /** Grants access to `/metrics`. */
  metricsToken?: string;
  /** The hosts that webhooks may have although they are not public. */
  webhookHosts?: readonly string[];
  /** The mailbox of email replies. */
  replies?: ReplyOptions;
  log: Logger;
  warn: (line: string) => void;
  /** Announces a slow step before it begins. */
  say?: (line: string) => void;
};

export type RunningDesk = {
  port: number;
  /** The token of a link for the first admin, if there is none. */
  setupToken: string | undefined;
  /** The secret of the link to a demo's inbox. */
  demoSecret: string | undefined;
  /** Ends the desk, by default quickly. */
  close(ending?: Ending): Promise<void>;
  /** Stops all waits of `close`. */
  hurry(): void;
};

const REFUSAL_MS = 250;
/** How long to spread the handover of clients to other processes. */
const HAND_OVER_MS = 3000;
const COUNTS_MS = 1000;
const ENDLESS_TOKENS =
  'auth.tokensNeedExp is off: a JWT without exp and iat is valid until its signing key is removed';

const openSettings = ({ dataDir, warn }: StartOptions, now: () => number): OperatorSettings => {
  try {
    const settings = createSettingsFiles(dataDir, warn, now);
    // Read now, to report mistakes at the start.
    settings.previewValue();
    return settings;
  } catch (error) {
    throw error instanceof UnusableSettings ? new StartError(error.message) : error;
  }
};

/** Answers the operator's commands in a running desk. */
const answerCommands = (
  { dataDir, log }: StartOptions,
  store: OpenStore,
  copyTo: (folder: string) => Promise<void>,
  now: () => number,
) =>
  answerOperator({
    [COPY_PATH]: serveCopies(dataDir, copyTo, log),
    [SIGN_IN_LINK_PATH]: serveSignInLinks(store, now, log),
  });

/**
 * Opens everything in order and listens. If a step fails, everything opened before it is closed.
 * @throws StartError
 */
export const startDesk = async (options: StartOptions): Promise<RunningDesk> => {
  const { dataDir, repository, publicUrl, demo, log, metricsToken } = options;
  // First, because the steps below take long at a first start.
  await refuseTakenPort(options).catch((error: unknown) => {
    throw listeningProblem(error, options.port);
  });
  prepareFolder(dataDir);
  const formerToken = options.agentToken ? undefined : storedToken(dataDir);
  const real = createClock();
  // With PostgreSQL, processes may share the folder: they only write uploads, each under its own name.
  const folderLock = options.databaseUrl ? undefined : await lock(dataDir, real.after);
  const clock = createAwake(real);
  const closers: (() => Promise<void> | void)[] = [() => folderLock?.release(), real.stop];
  const lifecycle = createLifecycle();
  const close = async (ending = SHORT): Promise<void> => {
    lifecycle.drain(ending);
    for (const step of closers.splice(0).reverse()) await step();
  };
  try {
    // First the steps that may fail, because the database takes long to open.
    refuseUnfinished(dataDir);
    const operator = openSettings(options, real.now);
    const { uploads, shelf, desks } = await openFiles(join(dataDir, 'uploads'), clock, options);
    const metrics = metricsToken ? await createMetrics(real) : undefined;
    const store = await openStore(options, real, metrics);
    closers.push(() => store.close());
    if (store.copyTo) folderLock?.onConnect(answerCommands(options, store, store.copyTo, real.now));
    const node = options.databaseUrl ? await enterDatabase(store, options, real, clock) : undefined;
    if (node) closers.push(node.stop);
    const shared = { desk: store.logId, processes: node?.processes, clock: real, log };
    const redis = await openRedis(options.redisUrl, shared);
    closers.push(() => redis?.close());
    const { liveState = inMemory } = redis ?? {};
    const apart = node && redis && watchParts(clock, store, node.id, redis, publicUrl);
    closers.push(() => apart?.stop());
    const settings = createDeskSettings(operator, store, options.warn, demo ? DEMO_SETTINGS : {});
    await settings.refreshSettings();
    if (!settings.settings().auth.tokensNeedExp) options.warn(ENDLESS_TOKENS);
    const { now } = clock;
    const rates = createRates({
      log,
      trust: options.trustProxy,
      limitOf: (name) => limitIn(settings.settings().limits, name),
      sockets: () => settings.settings().limits.sockets,
      createLimiter: liveState.createLimiter,
    });
    const builds = createSharedBuilds({ shelf, key: store.campaignKey, repository, clock, log });
    const fetchText = createKeySetFetch({ operator, isPublic: publicUrl !== undefined });
    const publicKeys = createPublicKeys({ now, log, fetchText });
    const bayeux = createBayeux(createAuthority({ store, now, rates, publicKeys, ...settings }), {
      clock,
      originOf: createLiveOriginOf(createOriginOf(publicUrl)),
      follow: followOn(redis?.bus),
    });
    const standing = (): Standing =>
      node?.isLost()
        ? 'superseded'
        : lifecycle.isDraining()
          ? 'stopping'
          : apart?.isApart()
            ? 'apart'
            : 'running';
    const readiness = createReadiness({
      ...settings,
      store,
      redis: redis?.bus,
      takesWrites: node?.takesWrites,
      freeBytes: () => freeBytesIn(dataDir),
      uploads,
      standing,
      after: clock.after,
    });
    const locales = join(repository, 'locales');
    const mailWords = createMailWords(join(repository, 'examples/support-desk/locales'), locales);
    const sendEmail = measureEmails(createSmtp(real.after), metrics);
    const demoSecret = hasDemoAgents(options) ? randomBytes(16).toString('base64url') : undefined;
    const input: AppDeps = {
      ...settings,
      store,
      fanOut: metrics ? measureFanOut(bayeux, metrics, now) : bayeux,
      uploads,
      mailer: { sendEmail, mailWords, publicUrl },
      liveState,
      bus: redis?.bus,
      readiness,
      availability: node,
      localeWords: createLocaleWords(locales),
      visitorText: createVisitorText(locales),
      roots: { repository, builds },
      demo,
      demoSecret,
      publicUrl,
      publicKeys,
      rates,
      refusalMs: REFUSAL_MS,
      countsMs: COUNTS_MS,
      now,
      after: real.after,
      newId: () => randomBytes(12).toString('hex'),
      newToken: () => randomBytes(32).toString('base64url'),
      log,
      metrics,
      metricsToken,
      webhookHosts: options.webhookHosts,
    };
    const setupToken = await prepareAccounts(input, { ...options, formerToken });
    const deps = createDeps(input);
    const forDesk = partsFor(deps, 'desk');
    const forUpkeep = partsFor(deps, 'upkeep');
    const { figures } = deps;
    closers.push(() => figures.flush().catch(() => undefined), deps.publishing.close, deps.endSending);
    const replies =
      options.replies &&
      createReplies({ ...forDesk, rates, metrics, mailWords, publicUrl }, options.replies, node?.isFirst);
    const app = createApp({ ...input, acceptMail: replies?.accept }, deps);
    const { repliesTo } = replies ?? {};
    const mail = createMailRound({ ...forDesk, publicUrl, sendEmail, mailWords, repliesTo }, log);
    closers.push(
      () => replies?.close(),
      ...startRounds(options, store, forDesk, real.after, {
        figures: figures.flush,
        mail,
        upkeep: createUpkeep({ ...forUpkeep, ownsPlace: createOwnPlace(desks, store.identity, forUpkeep) }),
        presence: deps.presenceRound,
        publications: deps.publishing.sweep,
        ...deps.sending,
        mailbox: replies?.round,
        builds: builds.round,
      }),
    );
    const mayConnect = createMayConnect(createMayCall(settings.settings, publicUrl));
    const live = createBayeuxHttp(bayeux, log, {
      clock,
      mayConnect,
      takePlace: rates.takePlace,
      isApart: apart?.isApart,
    });
    apart?.onApart(() => {
      log.warn('this process alone has lost the database or Redis, and hands its clients over');
      void live.drain(HAND_OVER_MS, lifecycle.hurry);
    });
    if (metrics) {
      const { pools } = store;
      watchDesk(metrics, { ...input, ...forUpkeep, readiness, pools, connections: live.connections });
      metrics.watchCounts('porch_refused_total', 'What limits have refused', 'limit', () => rates.refusals);
    }
    if (publicUrl && !settings.settings().origins)
      options.say?.(
        'Pages of any origin may use this desk. To allow only your own, set origins in the settings.',
      );
    // Before a page can learn of its files, and request them from another process.
    await builds.start();
    const server = await startHttpServer(app, live, { ...options, lifecycle, after: clock.after }).catch(
      (error: unknown) => {
        throw listeningProblem(error, options.port);
      },
    );
    closers.push(() => server.close());
    return { port: server.port, setupToken, demoSecret, close, hurry: lifecycle.end };
  } catch (error) {
    await close();
    throw error;
  }
};
