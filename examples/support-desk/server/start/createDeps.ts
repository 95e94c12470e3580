import { randomBytes } from 'node:crypto';
import { AGENT_CHANNEL, AGENT_LIST_CHANNEL } from '../../shared/channels';
import type { Bus } from '../bus/bus';
import { inMemory, type LiveState } from '../bus/liveState';
import { createPublishing, type Publishing } from '../bus/publishing';
import { pushAlertsIn } from '../domain/alerts/pushAlerts';
import type { PostPush, PushParts } from '../domain/alerts/pushBrowsers';
import type { Attending } from '../domain/conversations/attending';
import { type PublicKeys, partsFor } from '../domain/deps';
import { createUploadRoom, type UploadRoom } from '../domain/files/uploadRoom';
import { createSites, type Sites } from '../domain/firstRun/sites';
import { createFigures } from '../domain/insights/figures';
import { createMailLimits, type MailLimits } from '../domain/mail/mailLimits';
import type { Mailer } from '../domain/mail/mailTranscript';
import type { DeskSettings } from '../domain/settings/deskSettings';
import type { SettingsDrafts } from '../domain/settings/settingsDrafts';
import type { Presence } from '../domain/team/presence';
import { createPresenceRound } from '../domain/team/presenceRound';
import { createTeam, type ReadTeam } from '../domain/team/team';
import { createCalls } from '../domain/voice/calls';
import { logMissedCall } from '../domain/voice/logCalls';
import type { Rates } from '../http/rates';
import type { Availability } from '../nodes/nodeClaim';
import type { Readiness } from '../nodes/readiness';
import type { Clock } from '../process/clock';
import { createInTurn } from '../process/inTurn';
import { failureOf, type Log } from '../process/log';
import type { Metrics } from '../process/metrics';
import { createPush } from '../push/createPush';
import { createPushing, type Pushing } from '../push/deliverPushes';
import { createPublisher, type FanOut } from '../realtime/fanOut';
import type { AcceptMail } from '../routes/agentEmails';
import type { CallDeps } from '../routes/calls';
import type { Roots } from '../routes/pages';
import type { Store } from '../store/store';
import type { IntegrationRouteDeps } from '../sunshine/integrations';
import type { Uploads } from '../uploads/uploads';
import { createDeliveries, type Deliveries } from '../webhooks/deliver';
import { createPost, type Post } from '../webhooks/postWebhook';
import { createRecorder } from '../webhooks/recordEvents';
import type { LocaleWords } from '../words/localeWords';
import type { VisitorText } from '../words/visitorText';
import { createCatchUp } from './catchUp';
import { countTaken, measureWebhooks } from './deskMetrics';

export type AppDeps = DeskSettings & {
  store: Store;
  /** Connects the processes of this desk; by default there is only this one. */
  bus?: Bus;
  /** Transmits live events. Its endpoint asks the authority from `createAuthority` who can subscribe. */
  fanOut: FanOut;
  localeWords: LocaleWords;
  visitorText: VisitorText;
  roots: Roots;
  /** Whether to serve the demo page and the gallery. */
  demo?: boolean;
  /** What a browser needs to sign in as one of the demo's agents; without it, none can. */
  demoSecret?: string;
  /** Replaces the Host header in every address the desk hands out; without a trailing slash. */
  publicUrl?: string;
  now: Clock['now'];
  after: Clock['after'];
  newId: () => string;
  newToken: () => string;
  publicKeys: PublicKeys;
  /** Sends transcripts; without it, there are none. */
  mailer?: Mailer;
  /** Turns refused emails into messages; only if the desk reads a mailbox. */
  acceptMail?: AcceptMail;
  /** Stores the files of visitors and agents. */
  uploads: Uploads;
  log: Log;
  /** What `/metrics` serves to clients with the token. */
  metrics?: Metrics;
  metricsToken?: string;
  /** The limits of an address; shared with the authority, so that live connections count too. */
  rates: Rates;
  /** How late to answer refusals of quickly repeated requests, in ms; by default at once. */
  refusalMs?: number;
  /** How long agents share a count of conversations, in ms; by default as long as counting takes. */
  countsMs?: number;
  /** Stores presence and drafts; by default in memory. */
  liveState?: LiveState;
  /** Answers `/ready`; by default for an app that is never stopped. */
  readiness?: Readiness;
  /** Whether the database is available; by default always. */
  availability?: Availability;
  /** The hosts that webhooks may have anywhere; by default they must be public. */
  webhookHosts?: readonly string[];
  /** Posts to webhooks; by default over the network. */
  postWebhook?: Post;
  /** The hosts that push services may have anywhere; by default they must be public. */
  pushHosts?: readonly string[];
  /** Sends push messages; by default over the network. */
  postPush?: PostPush;
};

/** The dependencies of the routes. */
export type AppParts = CallDeps &
  IntegrationRouteDeps &
  Pick<AppDeps, 'after' | 'uploads' | 'log' | 'mailer'> & {
    publishing: Publishing;
    deliveries: Deliveries;
    pushing: Pushing;
    /** The rounds that send to programs and push services. */
    sending: Record<'webhooks' | 'pushes', () => Promise<void>>;
    endSending(): void;
    push: PushParts;
    presence: Presence;
    /** Shares who is there with the other processes, and tells this one's inboxes. */
    presenceRound(): Promise<void>;
    attending: Attending;
    drafts: SettingsDrafts;
    team: ReadTeam;
    room: UploadRoom;
    mailLimits: MailLimits;
    sites: Sites;
  };

/** The dependencies of the domain, for calls and for the desk's own work. */
export const createDeps = (input: AppDeps): AppParts => {
  const local = createPublisher(input.fanOut, () => input.settings().messenger.appId, input);
  const onPublish = input.metrics && countTaken(input.metrics);
  const integrations = {
    record: createRecorder(input),
    // What cannot be sent now is sent in a later round.
    onRecorded: () => void deliveries.begin().catch(() => undefined),
  };
  const publishing = createPublishing({
    ...input,
    local,
    onPublish,
    integrations,
    recordAlerts: async (tx, publications) => {
      if (pushing.isUsed()) await tx.putPushAlerts(pushAlertsIn(publications, input.now()));
    },
    ...createCatchUp(input, local),
  });
  const { store, publisher } = publishing;
  const { webhookHosts = [], postWebhook = createPost(webhookHosts, input.after) } = input;
  const post = input.metrics ? measureWebhooks(postWebhook, input.metrics) : postWebhook;
  const inTurn = createInTurn();
  const forDesk = partsFor({ ...input, store }, 'desk');
  const deliveries = createDeliveries({ ...forDesk, post, inTurn });
  const push = createPush(input, () => pushing.begin());
  const { createPresence, createDrafts, createCallStore, createAttending } = input.liveState ?? inMemory;
  const connected = () => [AGENT_LIST_CHANNEL, AGENT_CHANNEL].some(input.fanOut.hears);
  const presence = createPresence({ now: input.now, connected });
  const pushing = createPushing({ ...forDesk, presence, post: push.post });
  const figures = createFigures(forDesk);
  const isShared = input.bus !== undefined;
  const domain = { ...input, store, figures, publisher, isShared, inTurn, presence };
  const missed = (userId: string) =>
    logMissedCall(domain, userId).catch((error: unknown) =>
      input.log.error(failureOf(error), 'A missed call could not be logged'),
    );
  return {
    ...domain,
    publishing,
    deliveries,
    pushing,
    push,
    sending: { webhooks: deliveries.begin, pushes: pushing.round },
    endSending: () => {
      deliveries.end();
      pushing.end();
    },
    webhookHosts,
    newSecret: () => randomBytes(SECRET_BYTES).toString('base64'),
    calls: createCalls({
      ...input,
      clock: input,
      publisher,
      store: createCallStore(input),
      whoIsOnline: presence.whoIsOnline,
      missed,
    }),
    agentOnline: presence.isConnected,
    presence,
    presenceRound: createPresenceRound(presence, local),
    attending: createAttending(input),
    drafts: createDrafts(input),
    // The sum of all files is read once a minute, for all senders together.
    room: createUploadRoom({
      ...input,
      store: {
        addressBytes: store.addressBytes,
        attachmentBytes: (userId) => (userId === undefined ? forDesk.store : store).attachmentBytes(userId),
      },
    }),
    team: createTeam({ ...input, store, presence }),
    mailLimits: createMailLimits(input, input.rates),
    sites: createSites({ ...input, store: forDesk.store }),
  };
};

/** The secret of a webhook. */
const SECRET_BYTES = 32;
