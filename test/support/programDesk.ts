import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import type { Desk } from './desk';
import { agent, createVisitor, sendText, type Visitor } from './deskClient';
import { killAll, type Started, start } from './deskProcess';
import { putEmptyDatabase } from './emptyDatabase';
import { killPrograms, type Program, removeFolders, startProgram } from './exampleProgram';
import { findPort } from './process';
import { type Answer, createSunshineClient, type SunshineClient } from './sunshineClient';

const TOKEN = 'the-token-of-the-desk-in-a-process';
const APP = 'porch';

/** A real desk in its own process, and an example at it in another. */
export type ProgramDesk = {
  origin: string;
  /** Where the example listens. */
  port: string;
  desk: Desk;
  api: SunshineClient;
  /** The integration that the example is. */
  integration: { id: string; name: string };
  /** Starts the example, with its files of before. @param env besides the settings of the desk */
  startProgram(env?: Record<string, string>): Promise<Program>;
  /** Posts to the example. @returns the status */
  post(path: string, body: string, headers: Record<string, string>): Promise<number>;
  /** Posts an event as the desk does. @param at when it is signed, ms; now by default @returns the status */
  postEvent(event: Answer, at?: number): Promise<number>;
  /** How many events of a conversation the example has worked on since its start, by its file. */
  finished(conversationId: string): number;
  /** Lets the example forget what it has finished since its start, as if it had been killed before it noted that. */
  forgetFinished(): void;
  /** A visitor with a conversation and a name, who has said these texts. */
  visitor(...texts: string[]): Promise<Visitor>;
  /** All messages of a conversation, oldest first. */
  messages(conversationId: string): Promise<Answer[]>;
  /** All messages of a conversation as `author: words`, for comparing. */
  lines(conversationId: string): Promise<string[]>;
  conversation(id: string): Promise<Answer>;
  /** Calls the agent API, as a colleague in the desk. */
  agentCall(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Ends the desk; and starts it again, where it was. */
  stopDesk(): Promise<void>;
  startDesk(): Promise<void>;
  close(): Promise<void>;
};

/** The words of a message. */
const wordsOf = ({ content }: Answer): string => {
  const { type, text, textFallback, mediaUrl, altText } = content;
  return text ?? textFallback ?? (mediaUrl ? `[${type}: ${altText}]` : `[${type}]`);
};

/**
 * Starts a desk and makes an integration for an example.
 * @param example its folder
 * @param displayName the integration's
 * @param answersFirst whether it gets new conversations
 */
export const startProgramDesk = async (
  example: string,
  { displayName, answersFirst }: { displayName: string; answersFirst: boolean },
): Promise<ProgramDesk> => {
  const folder = mkdtempSync(join(tmpdir(), `porch-${example}-`));
  await putEmptyDatabase(join(folder, 'desk'));
  const [deskPort, port] = [await findPort(), await findPort()];
  const target = `http://127.0.0.1:${port}/desk`;
  let running: Started | undefined;
  const startDesk = async (): Promise<void> => {
    const env = {
      DATA_DIR: join(folder, 'desk'),
      PORT: `${deskPort}`,
      AGENT_TOKEN: TOKEN,
      WEBHOOK_HOSTS: '127.0.0.1',
    };
    running = await start(env);
  };
  await startDesk();
  const origin = `http://127.0.0.1:${deskPort}`;
  const desk = { origin, appId: APP, agentToken: TOKEN } as Desk;
  const api = createSunshineClient(origin, { id: 'AGENT_TOKEN', secret: TOKEN });

  const triggers = ['conversation:message', 'switchboard:passControl'];
  const { integration } = await api.IntegrationsApi.createIntegration(APP, {
    type: 'custom',
    displayName,
    webhooks: [{ target, triggers }],
  });
  const { webhooks } = await api.WebhooksApi.listWebhooks(APP, integration.id);
  const { secret } = webhooks[0];
  const { switchboards } = await api.SwitchboardsApi.listSwitchboards(APP);
  const switchboardId = switchboards[0].id;
  if (answersFirst)
    await api.SwitchboardsApi.updateSwitchboard(APP, switchboardId, {
      defaultSwitchboardIntegrationId: integration.id,
    });
  const { switchboardIntegrations } = await api.SwitchboardIntegrationsApi.listSwitchboardIntegrations(
    APP,
    switchboardId,
  );
  const { name } = switchboardIntegrations.find(({ id }: Answer) => id === integration.id);

  const settings = {
    DESK_URL: origin,
    KEY_ID: 'AGENT_TOKEN',
    KEY: TOKEN,
    INTEGRATION: name,
    WEBHOOK_SECRET: secret,
    PORT: `${port}`,
    DATA: join(folder, 'program'),
  };
  const journal = join(settings.DATA, 'queue.jsonl');
  const readEntries = (): Answer[] =>
    readFileSync(journal, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  const post: ProgramDesk['post'] = async (path, body, headers) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    await response.arrayBuffer();
    return response.status;
  };
  const messages = async (id: string): Promise<Answer[]> =>
    (await api.MessagesApi.listMessages(APP, id)).messages;

  return {
    origin,
    port: `${port}`,
    desk,
    api,
    integration: { id: integration.id, name },
    startProgram: (env = {}) => startProgram(example, { ...settings, ...env }),
    post,
    postEvent: (event, at = Date.now()) => {
      const body = JSON.stringify({ app: { id: APP }, webhook: { id: webhooks[0].id }, events: [event] });
      const id = randomUUID();
      const seconds = Math.floor(at / 1000);
      return post('/desk', body, {
        'webhook-id': id,
        'webhook-timestamp': `${seconds}`,
        'webhook-signature': new Webhook(secret).sign(id, new Date(seconds * 1000), body),
      });
    },
    finished: (id) => {
      const entries = readEntries();
      const done = new Set(entries.map((entry) => entry.done));
      return entries.filter(({ task }) => task?.key === id && done.has(task.id)).length;
    },
    forgetFinished: () => {
      const tasks = readEntries().filter(({ task }) => task);
      writeFileSync(journal, tasks.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    },
    visitor: async (...texts) => {
      const visitor = await createVisitor(desk);
      await api.UsersApi.updateUser(APP, visitor.id, { profile: { givenName: 'Ada' } });
      await sayAll(visitor, texts);
      return visitor;
    },
    messages,
    lines: async (id) =>
      (await messages(id)).map(
        (message) =>
          `${message.author.type === 'user' ? 'visitor' : message.author.displayName}: ${wordsOf(message)}`,
      ),
    conversation: async (id) => (await api.ConversationsApi.getConversation(APP, id)).conversation,
    agentCall: async (method, path, body) => {
      const answer = await agent(desk)(method, path, body);
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status}`);
      return answer.body;
    },
    stopDesk: async () => {
      await running?.end('SIGTERM');
    },
    startDesk,
    close: async () => {
      killPrograms();
      killAll();
      removeFolders();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** Says several texts, one after the other. */
export const sayAll = async (visitor: Visitor, texts: readonly string[]): Promise<void> => {
  for (const text of texts) await sendText(visitor, text);
};

const AUTHOR = { role: 'appUser', client: { platform: 'web', id: 'client-1' } };

/** Presses a quick reply. */
export const pressReply = (visitor: Visitor, { text, payload }: { text: string; payload: string }) =>
  visitor.call('POST', `/conversations/${visitor.conversationId}/messages`, {
    author: { ...AUTHOR, appUserId: visitor.id },
    message: { role: 'appUser', type: 'text', text, payload },
  });

/** Answers a form. @param quotedMessageId the form's id */
export const answerForm = (visitor: Visitor, quotedMessageId: string, fields: unknown[]) =>
  visitor.call('POST', `/conversations/${visitor.conversationId}/messages`, {
    author: { ...AUTHOR, appUserId: visitor.id },
    message: { role: 'appUser', type: 'formResponse', fields, quotedMessageId },
  });
