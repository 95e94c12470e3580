import { randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { createLocaleWords } from './assets/localeWords';
import { createMailWords } from './assets/mailWords';
import { createSettingsFiles, UnusableSettings } from './assets/settingsFile';
import { createClock } from './clock';
import { type AppDeps, createApp, createAuthority, createDeps } from './createApp';
import { DEMO_SETTINGS } from './demoSettings';
import { createDeskSettings, type DeskSettings, type OperatorSettings } from './domain/deskSettings';
import { fitsHeader } from './domain/tokens';
import { codeOf } from './errorCode';
import { FolderInUse, type FolderLock, lockFolder } from './folderLock';
import { refuseTakenPort, startHttpServer } from './httpServer';
import { createKeySetFetch, createPublicKeys } from './keys/publicKeys';
import { createMailRound, mailRegularly, sendBySmtp } from './mailing';
import { createMetrics } from './metrics';
import { createBayeux } from './realtime/bayeux';
import { createBayeuxHttp } from './realtime/bayeuxHttp';
import { createLiveOriginOf, createOriginOf } from './routes/origin';
import { createRates } from './routes/rates';
import { databaseProblem } from './store/sql/databaseProblem';
import { type OpenStore, openDatabase } from './store/sql/openDatabase';
import { clearAbandonedUploads, createDiskUploads } from './uploads/diskUploads';

/** Why the desk cannot start, in one sentence for the operator. */
export class StartError extends Error {}

export type StartOptions = {
  port: number;
  host?: string;
  dataDir: string;
  /** The repository's folder, with the locales, built files and pages. */
  repository: string;
  /** Whether to serve the demo page and the gallery, and to begin with sample people. */
  demo: boolean;
  agentToken?: string;
  publicUrl?: string;
  /** How many proxies a request passes. */
  proxies?: number;
  databaseUrl?: string;
  /** Who has it may read `/metrics`. */
  metricsToken?: string;
  log: Logger;
  warn: (line: string) => void;
  /** Announces a slow step before it begins. */
  say?: (line: string) => void;
};

export type RunningDesk = { port: number; agentToken: string; close(): Promise<void> };

const MAINTENANCE_MS = 300_000;
const ENDLESS_TOKENS =
  'auth.tokensNeedExp is off: a JWT without exp and iat is valid until its signing key is removed';
/** How long a process may serve settings that another has replaced. */
const SETTINGS_MS = 5_000;

const prepareFolder = (dataDir: string): void => {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(
      `The data folder ${dataDir} cannot be written (${codeOf(error)}). Set DATA_DIR to a folder that can.`,
    );
  }
};

/** Writes a file atomically. If another process has created it first, that file stays. */
const keepOnce = (path: string, content: string): void => {
  const own = `${path}.${process.pid}`;
  writeFileSync(own, content, { mode: 0o600 });
  try {
    linkSync(own, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(own);
  }
};

/** The given token, else the one stored in the folder, else a new one, stored readable by its owner only. */
const agentTokenOf = (dataDir: string, given: string | undefined): string => {
  if (given) return given;
  const path = join(dataDir, 'agent-token');
  try {
    if (!existsSync(path)) keepOnce(path, `${randomBytes(24).toString('base64url')}\n`);
    const kept = readFileSync(path, 'utf8').trim();
    if (!kept) throw new StartError(`${path} is empty. Remove it, or set AGENT_TOKEN.`);
    if (!fitsHeader(kept))
      throw new StartError(`${path} has no usable token. Remove it, or set AGENT_TOKEN.`);
    return kept;
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The agents' token in ${path} cannot be read or stored (${codeOf(error)}).`);
  }
};

const lock = async (dataDir: string): Promise<FolderLock> => {
  try {
    return await lockFolder(dataDir);
  } catch (error) {
    throw new StartError(
      error instanceof FolderInUse
        ? `Another support desk is using the data folder ${dataDir}. Stop it, or set DATA_DIR to another folder.`
        : `The data folder ${dataDir} cannot be locked (${codeOf(error)}). Set DATA_DIR to another folder.`,
    );
  }
};

const openStore = async ({ dataDir, databaseUrl, say }: StartOptions): Promise<OpenStore> => {
  if (!databaseUrl && !existsSync(join(dataDir, 'database')))
    say?.('Creating the database. This takes a few seconds, the first time only.');
  try {
    return await openDatabase(databaseUrl ? { url: databaseUrl } : { folder: dataDir });
  } catch (error) {
    if (databaseUrl) throw new StartError(databaseProblem(databaseUrl, error));
    const reason = codeOf(error) || (error instanceof Error ? error.name : 'unknown');
    throw new StartError(
      `The database in ${dataDir} cannot be opened (${reason}). Restore the folder, or set DATA_DIR to another.`,
    );
  }
};

const openSettings = ({ dataDir, warn }: StartOptions): OperatorSettings => {
  try {
    const settings = createSettingsFiles(dataDir, warn);
    // Read it now, so that a mistake is reported at the start.
    settings.previewValue();
    return settings;
  } catch (error) {
    throw error instanceof UnusableSettings ? new StartError(error.message) : error;
  }
};

/** Runs maintenance regularly, because PGlite has no autovacuum. A failed run is only logged. */
const maintainRegularly = (store: OpenStore, log: Logger): (() => void) => {
  const timer = setInterval(() => {
    store.maintain().catch((error: unknown) => log.warn({ code: codeOf(error) }, 'maintenance failed'));
  }, MAINTENANCE_MS);
  timer.unref();
  return () => clearInterval(timer);
};

/** Takes over what another process on the same database has saved. */
const followSettings = ({ refreshSettings }: DeskSettings, log: Logger): (() => void) => {
  const timer = setInterval(() => {
    refreshSettings().catch((error: unknown) => log.warn({ code: codeOf(error) }, 'settings not read'));
  }, SETTINGS_MS);
  timer.unref();
  return () => clearInterval(timer);
};

const listeningProblem = (error: unknown, port: number): StartError => {
  const code = codeOf(error);
  if (code === 'EADDRINUSE') {
    return new StartError(`Port ${port} is in use. Stop the other program, or set PORT to another number.`);
  }
  return new StartError(`The desk cannot listen on port ${port} (${code}). Set PORT or HOST to another.`);
};

/**
 * Opens everything in order and listens. When a step fails, everything opened before it is closed.
 * @throws StartError
 */
export const startDesk = async (options: StartOptions): Promise<RunningDesk> => {
  const { dataDir, repository, publicUrl, demo, log, metricsToken } = options;
  // First, because the steps below take long at a first start.
  await refuseTakenPort(options).catch((error: unknown) => {
    throw listeningProblem(error, options.port);
  });
  prepareFolder(dataDir);
  const agentToken = agentTokenOf(dataDir, options.agentToken);
  // With PostgreSQL, processes may share the folder: they only write uploads, each under its own name.
  const folderLock = options.databaseUrl ? undefined : await lock(dataDir);
  const closers: (() => Promise<void> | void)[] = [() => folderLock?.release()];
  const close = async (): Promise<void> => {
    for (const step of closers.splice(0).reverse()) await step();
  };
  try {
    // Read the file first, because the database takes long to open.
    const operator = openSettings(options);
    const store = await openStore(options);
    closers.push(() => store.close());
    const settings = createDeskSettings(operator, store, options.warn, demo ? DEMO_SETTINGS : {});
    await settings.refreshSettings();
    if (!settings.settings().auth.tokensNeedExp) options.warn(ENDLESS_TOKENS);
    if (options.databaseUrl) closers.push(followSettings(settings, log));
    closers.push(maintainRegularly(store, log));
    const uploadsFolder = join(dataDir, 'uploads');
    await clearAbandonedUploads(uploadsFolder, Date.now());
    const clock = createClock();
    const { now } = clock;
    const rates = createRates(log, options.proxies);
    const fetchText = createKeySetFetch({ operator, isPublic: publicUrl !== undefined });
    const publicKeys = createPublicKeys({ now, log, fetchText });
    const bayeux = createBayeux(createAuthority({ store, now, agentToken, rates, publicKeys, ...settings }), {
      clock,
      originOf: createLiveOriginOf(createOriginOf(publicUrl)),
    });
    const metrics = metricsToken ? await createMetrics() : undefined;
    const input: AppDeps = {
      ...settings,
      store,
      fanOut: bayeux,
      agentToken,
      uploads: createDiskUploads(uploadsFolder),
      localeWords: createLocaleWords(join(repository, 'locales')),
      roots: { repository },
      demo,
      publicUrl,
      publicKeys,
      rates,
      now,
      newId: () => randomBytes(12).toString('hex'),
      newToken: () => randomBytes(32).toString('base64url'),
      log,
      metrics,
      metricsToken,
    };
    const deps = createDeps(input);
    const app = createApp(input, deps);
    const mailWords = createMailWords(
      join(repository, 'examples/support-desk/locales'),
      join(repository, 'locales'),
    );
    const round = createMailRound({ ...deps, sendEmail: sendBySmtp, mailWords }, log);
    closers.push(mailRegularly(round, log));
    const live = createBayeuxHttp(bayeux, log);
    metrics?.watch('porch_live_connections', 'Open websockets and event streams', live.connections);
    const server = await startHttpServer(app, live, options).catch((error: unknown) => {
      throw listeningProblem(error, options.port);
    });
    closers.push(() => server.close());
    return { port: server.port, agentToken, close };
  } catch (error) {
    await close();
    throw error;
  }
};
