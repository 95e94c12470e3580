import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Hono } from 'hono';
import { keepTokenKey } from '../../../examples/support-desk/server/domain/accounts/apiKeys';
import {
  createDeskSettings,
  fixedOperator,
} from '../../../examples/support-desk/server/domain/settings/deskSettings';
import { createLiveOriginOf, createOriginOf } from '../../../examples/support-desk/server/http/origin';
import { createRates } from '../../../examples/support-desk/server/http/rates';
import { createPublicKeys } from '../../../examples/support-desk/server/keys/publicKeys';
import { createClock } from '../../../examples/support-desk/server/process/clock';
import { createBayeux } from '../../../examples/support-desk/server/realtime/bayeux';
import { createBayeuxHttp } from '../../../examples/support-desk/server/realtime/bayeuxHttp';
import type { FanOut } from '../../../examples/support-desk/server/realtime/fanOut';
import { createApp } from '../../../examples/support-desk/server/start/createApp';
import { createAuthority } from '../../../examples/support-desk/server/start/createAuthority';
import { startHttpServer } from '../../../examples/support-desk/server/start/httpServer';
import type { Store } from '../../../examples/support-desk/server/store/store';
import { createLocaleWords } from '../../../examples/support-desk/server/words/localeWords';
import type { MailWords } from '../../../examples/support-desk/server/words/mailWords';
import { createVisitorText } from '../../../examples/support-desk/server/words/visitorText';
import type { SigningKey } from '../jwt';
import { createMemoryUploads } from '../memory/memoryUploads';
import { addAccounts } from './accounts';

export const KEY: SigningKey = { id: 'shop', secret: 'a-secret-of-more-than-thirty-two-characters' };
export const AGENT_TOKEN = 'the-agent-token';
/** Signs the links in emails. */
export const LINK_KEY = 'the-link-key';

/** The keys of an identity provider, of which nobody has the private part. */
const KEY_SET = JSON.stringify({
  keys: [generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })],
});

/** Speed-up of the desk's timers. A held poll normally takes 25 s to be answered. */
const FASTER = 1000;
/** Speed-up of voice calls. Also on a busy machine, several requests must find a call that rings. */
const CALLS_FASTER = 40;
/** A question about a call is held no longer than this, in ms of the desk; it delays the next request. */
const HELD_MS = 10_000;

const SETTINGS = {
  messenger: { analytics: true, errorReports: true },
  voice: { enabled: true, turnUrl: 'turn:turn.shop.example', turnSecret: 'a secret' },
  app: { echoPostback: true, endSessionEnabled: true },
  rating: { enabled: true },
  email: {
    enabled: true,
    smtpUrl: 'smtp://mail.shop.example',
    from: 'desk@shop.example',
    page: 'https://shop.example/',
  },
  limits: { transcripts: { points: 1000, seconds: 60 } },
  auth: { signingKeys: [KEY] },
  identity: {
    jwksUrl: 'https://login.shop.example/keys',
    issuer: 'https://login.shop.example',
    audience: 'porch',
  },
  channels: [
    { id: 'wa', type: 'whatsapp', phoneNumber: '4930123456', played: true },
    { id: 'ig', type: 'instagram', businessUsername: 'the.shop' },
  ],
};

export type FuzzDesk = {
  app: Hono;
  store: Store;
  /** Where the same desk answers over HTTP. */
  origin: string;
  port: number;
  /** The realtime events sent, with their channels. */
  published: { channel: string; event: unknown }[];
  /** Errors that were logged. Each one is an answer with status 500. */
  failures: unknown[];
  close(): Promise<void>;
};

/** Runs the real desk on a store, both in this process and on a loopback port. */
export const createFuzzDesk = async (of: Store): Promise<FuzzDesk> => {
  const store = { ...of, linkKeys: async () => [LINK_KEY] };
  const repository = fileURLToPath(new URL('../../..', import.meta.url));
  await keepTokenKey(of, AGENT_TOKEN, Date.now());
  await addAccounts(of);
  const inForce = createDeskSettings(fixedOperator(SETTINGS), store);
  const published: FuzzDesk['published'] = [];
  const failures: unknown[] = [];
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (failure: unknown) => void failures.push(failure),
  };
  const publicKeys = createPublicKeys({ now: Date.now, log, fetchText: async () => KEY_SET });
  const shared = {
    store,
    now: Date.now,
    rates: createRates({ log }),
    publicKeys,
    ...inForce,
  };
  const timerOf = (faster: number) => (ms: number, task: () => void) => {
    const timer = setTimeout(task, ms / faster);
    timer.unref();
    return () => clearTimeout(timer);
  };
  const after = timerOf(FASTER);
  const clock = { ...createClock(), after };
  const bayeux = createBayeux(createAuthority(shared), {
    clock,
    originOf: createLiveOriginOf(createOriginOf(undefined)),
  });
  const fanOut: FanOut = {
    publish: (channel, data) => {
      for (const event of data.events) published.push({ channel, event: JSON.parse(JSON.stringify(event)) });
      bayeux.publish(channel, data);
    },
    hears: bayeux.hears,
    renewSubscriptions: () => undefined,
    endSubscriptions: bayeux.endSubscriptions,
  };
  let count = 0;
  const newId = () => `id${String(++count).padStart(10, '0')}`;
  const app = createApp({
    ...shared,
    after: (ms, task) => (ms > HELD_MS ? timerOf(CALLS_FASTER) : after)(ms, task),
    fanOut,
    uploads: createMemoryUploads(),
    localeWords: createLocaleWords(join(repository, 'locales')),
    visitorText: createVisitorText(join(repository, 'locales')),
    mailer: {
      publicUrl: 'http://localhost',
      sendEmail: async () => undefined,
      mailWords: () => ({ locale: 'en-us', transcript: 'Transcript', you: 'You' }) as MailWords,
    },
    roots: { repository },
    newId,
    newToken: () => `token${newId()}`,
    postWebhook: async () => ({ outcome: 'taken', answer: '200' }),
    postPush: async () => ({ outcome: 'taken', answer: '201' }),
    log,
  });
  const gate = { clock, mayConnect: () => true, takePlace: shared.rates.takePlace };
  const live = createBayeuxHttp(bayeux, log, gate);
  const server = await startHttpServer(app, live, { port: 0, host: '127.0.0.1', after: createClock().after });
  return {
    app,
    store,
    origin: `http://127.0.0.1:${server.port}`,
    port: server.port,
    published,
    failures,
    close: async () => {
      await server.close();
      await store.close();
    },
  };
};
