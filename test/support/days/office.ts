import { inMemory } from '../../../examples/support-desk/server/bus/liveState';
import { removeAgent } from '../../../examples/support-desk/server/domain/accounts/colleagues';
import {
  closeConversation,
  endConversation,
  freeConversation,
  reopenConversation,
} from '../../../examples/support-desk/server/domain/conversations/closing';
import { createConversation } from '../../../examples/support-desk/server/domain/conversations/conversations';
import { writeNote } from '../../../examples/support-desk/server/domain/conversations/notes';
import {
  assignConversation,
  giveToIntegration,
  queueConversation,
} from '../../../examples/support-desk/server/domain/conversations/routing';
import {
  createWaking,
  snoozeConversation,
  wakeConversation,
} from '../../../examples/support-desk/server/domain/conversations/snoozing';
import { createTurns } from '../../../examples/support-desk/server/domain/conversations/turns';
import { inboxView } from '../../../examples/support-desk/server/domain/inboxViews';
import type { Email } from '../../../examples/support-desk/server/domain/mail/email';
import { sendAgentMessage } from '../../../examples/support-desk/server/domain/messages/agentMessages';
import { sendText } from '../../../examples/support-desk/server/domain/messages/messages';
import {
  createDeskSettings,
  fixedOperator,
} from '../../../examples/support-desk/server/domain/settings/deskSettings';
import { setBlocked } from '../../../examples/support-desk/server/domain/visitors/block';
import { createUser } from '../../../examples/support-desk/server/domain/visitors/users';
import { createRates } from '../../../examples/support-desk/server/http/rates';
import { createPublicKeys } from '../../../examples/support-desk/server/keys/publicKeys';
import { createMailRound } from '../../../examples/support-desk/server/mail/mailing';
import { alertsOf } from '../../../examples/support-desk/server/model/accountEntities';
import type { Caller } from '../../../examples/support-desk/server/model/caller';
import { createDeps } from '../../../examples/support-desk/server/start/createDeps';
import type { Store } from '../../../examples/support-desk/server/store/store';
import type { AlertWish } from '../../../examples/support-desk/shared/lists';
import { DAYS } from '../../../examples/support-desk/shared/openingHours';
import { holderOf, isAlerted } from '../../../examples/support-desk/shared/responsibility';
import { createMemoryStore } from '../memory/memoryStore';
import { createMemoryUploads } from '../memory/memoryUploads';
import { anAgent } from '../signInAgent';

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };
/** After this time without an answer the desk emails the team, in seconds. */
export const WAIT_S = 600;
const ROUND_MS = 60_000;
/** When the team answers on each day, as `HH:MM` in UTC. */
export const SPANS = [
  ['08:20', '08:50'],
  ['09:30', '10:10'],
  ['11:00', '12:00'],
  ['14:00', '16:00'],
] as const;
const AWAY = 'We are away';

/** `comes`: whether their inbox is open when the day begins. */
export type Person = { id: string; mail: boolean; wish: AlertWish; comes: boolean };

/**
 * A desk with its agents, a program and its mail, on a clock of its own. No call of it waits.
 * @param limit assigns visitors in turn, to agents with fewer open conversations
 * @param store an empty one; by default in memory
 */
export const openOffice = async (
  people: readonly Person[],
  limit?: number,
  store: Store = createMemoryStore('log'),
) => {
  let time = 1_800_000_000_000;
  let ids = 0;
  const now = () => time;
  // In the order of their making: on this clock, two rounds have the same time.
  const newId = () => `id-${`${++ids}`.padStart(6, '0')}`;
  const email = {
    enabled: true,
    smtpUrl: 'smtp://127.0.0.1:1',
    from: 'help@shop.example',
    page: 'https://shop.example/help',
    offerAfter: 86_400,
    unansweredAfter: WAIT_S,
  };
  const spans = SPANS.map(([from, to]) => ({ from, to }));
  const days = Object.fromEntries(DAYS.map((name) => [name, spans]));
  const hours = { enabled: true, timeZone: 'UTC', days, message: { enabled: true, text: AWAY } };
  const assignment = { inTurn: { enabled: limit !== undefined, limit: limit ?? 1 } };
  const here = new Set<string>();
  const sent: { at: number; to: string[]; text: string }[] = [];
  let onMail = (_to: string[], _text: string): void => undefined;
  const deps = {
    ...createDeps({
      store,
      now,
      after: () => () => undefined,
      rates: createRates({ log: SILENT }),
      publicKeys: createPublicKeys({ now, log: SILENT, fetchText: () => Promise.reject(new Error('none')) }),
      ...createDeskSettings(
        fixedOperator({ email, hours, assignment, app: { endSessionEnabled: true } }),
        store,
      ),
      fanOut: {
        publish: () => undefined,
        hears: () => here.size > 0,
        endSubscriptions: () => undefined,
        renewSubscriptions: () => undefined,
      },
      uploads: createMemoryUploads(now),
      localeWords: () => ({ locale: 'en-us' }),
      visitorText: () => 'A text of the desk.',
      roots: { repository: '/nowhere' },
      newId,
      newToken: () => `token-${newId()}`,
      log: SILENT,
      liveState: inMemory,
    }),
    // Its own limit, which ends separate emails, is another test's subject.
    mailLimits: {
      allowTranscript: async () => async () => undefined,
      answersWait: async () => 0,
      answersSent: async () => undefined,
      mayAlert: async () => true,
      alertsSent: async () => undefined,
      takeDigest: async () => true,
      digestSent: () => undefined,
    },
    sendEmail: async (_: string, { to, text }: Email) => {
      sent.push({ at: time, to: [to].flat(), text });
      onMail([to].flat(), text);
    },
    mailWords: () => ({}) as never,
  };
  const mailRound = createMailRound(deps as never, SILENT);
  const wakingRound = createWaking(deps as never);
  const turnsRound = createTurns(deps);
  const callers = new Map<string, Caller>();
  await store.transaction(async (tx) => {
    for (const { id, mail, wish } of [
      ...people,
      { id: 'root', mail: false, wish: 'none' as const, comes: false },
    ]) {
      const role = id === 'root' ? 'admin' : 'agent';
      const agent = anAgent({ id, name: id, role, alerts: { mail, messages: wish } });
      await tx.insertAgent(agent);
      callers.set(id, { kind: 'agent', agent, sessionId: `session-${id}` });
    }
  });
  const by = (id: string) => callers.get(id) as Caller & { kind: 'agent' };
  const BOT = {
    id: 'bot_1',
    name: 'bot',
    displayName: 'Bot',
    answersFirst: false,
    hearsAll: false,
    createdAt: 1,
  };
  await store.transaction((tx) => tx.putIntegration(BOT));
  return {
    store,
    now,
    sent,
    here,
    /** Sets what is called with the addresses and the text of each email to the team. */
    onMail(next: typeof onMail) {
      onMail = next;
    },
    /** Lets a second pass. */
    tick() {
      time += 1000;
    },
    /** The round that assigns what waits. */
    turns: () => turnsRound(),
    /**
     * Lets time pass by minutes, with the inboxes that are open and the rounds.
     * @param each called in each minute before the mails
     */
    async pass(minutes: number, each: () => void) {
      for (let i = 0; i < minutes; i++) {
        time += ROUND_MS;
        for (const id of here) await deps.presence.take(id, false, id);
        await wakingRound();
        await turnsRound();
        each();
        await mailRound();
      }
    },
    async setHere(id: string, on: boolean) {
      here[on ? 'add' : 'delete'](id);
      await deps.presence.take(id, !on, id);
    },
    async newVisitor(name: string): Promise<{ userId: string; id: string }> {
      const { user } = await createUser(deps, { properties: { name } });
      const { conversation } = await createConversation(deps, user.id, {});
      return { userId: user.id, id: conversation.id };
    },
    write: (userId: string, id: string) => sendText(deps, userId, id, { text: 'Hello?', body: {} }),
    reply: (agent: string, id: string) =>
      sendAgentMessage(deps, id, { type: 'text', text: 'Here' }, by(agent)),
    note: async (agent: string, id: string): Promise<void> => {
      await writeNote(deps, id, { text: 'For us', author: { id: agent, name: agent }, mentions: [] });
    },
    assign: (agent: string, id: string, to: string) =>
      assignConversation(deps, id, { id: to, name: to }, by(agent)),
    free: (agent: string, id: string) => freeConversation(deps, id, by(agent)),
    queue: (agent: string, id: string) => queueConversation(deps, id, by(agent)),
    giveToBot: (agent: string, id: string) => giveToIntegration(deps, id, BOT, by(agent)),
    close: (agent: string, id: string) => closeConversation(deps, id, by(agent)),
    /** Whether the desk snoozes it. @param until ms; without it, until the visitor writes */
    snooze: (agent: string, id: string, until?: number): Promise<boolean> =>
      snoozeConversation(deps, id, by(agent), { until: until === undefined ? undefined : until / 1000 }).then(
        () => true,
        () => false,
      ),
    wake: (agent: string, id: string) => wakeConversation(deps, id, by(agent)),
    end: (id: string) => endConversation(deps, id),
    reopen: (agent: string, id: string) => reopenConversation(deps, id, by(agent)),
    block: (agent: string, userId: string, on: boolean) => setBlocked(deps, by(agent), userId, on),
    remove: (id: string) => removeAgent(deps as never, { by: by('root'), password: undefined }, id),
    /** The views that have it, of those that share all conversations among them. */
    viewsOf: async (id: string): Promise<string[]> => {
      const all = [];
      for (const kind of ['open', 'snoozed', 'closed'] as const) {
        const rows = await store.inbox({ view: { kind }, limit: 9, empty: false });
        if (rows.some(({ conversation }) => conversation.id === id)) all.push(kind);
      }
      return all;
    },
    /** How often the visitor has got the message of a team that is away. */
    aways: async (id: string): Promise<number> => {
      const { messages } = await store.messages(id, { limit: 500 });
      return messages.filter(({ body }) => body.text === AWAY).length;
    },
    /** The row as inboxes have it. */
    row: async (id: string) => inboxView((await store.inboxRow(id)) as never),
    /** What the log says of the conversation's changes, oldest first: what, and the id of the agent. */
    log: async (id: string) =>
      (await store.happenings(id, 'change', 500))
        .reverse()
        .map(({ body }) => [body.what, (body.by as { id?: string } | undefined)?.id]),
    /** The agents whose open inbox alerts them if this conversation's visitor writes. */
    alerted: async (id: string) => {
      const holder = holderOf(inboxView((await store.inboxRow(id)) as never));
      const agents = (await store.agents()).filter((agent) => agent.removedAt === null && here.has(agent.id));
      const isReached = (one: string) =>
        agents.some((agent) => agent.id === one && alertsOf(agent).messages !== 'none');
      return agents
        .filter((agent) => isAlerted(alertsOf(agent).messages, agent.id, holder, isReached))
        .map((agent) => agent.id);
    },
  };
};

export type Office = Awaited<ReturnType<typeof openOffice>>;
