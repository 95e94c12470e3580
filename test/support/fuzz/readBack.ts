import { decodeAgentMessages, decodeConversations } from '../../../examples/support-desk/inbox/model/decode';
import { decodeEvents } from '../../../examples/support-desk/inbox/model/decodeEvents';
import { isForAgents } from '../../../examples/support-desk/server/realtime/channelRules';
import { decodeConfig } from '../../../src/wire/config';
import { decodeConversationAnswer } from '../../../src/wire/conversation';
import { obj } from '../../../src/wire/decode';
import { decodeMessages } from '../../../src/wire/history';
import { decodeRealtimeEvent } from '../../../src/wire/realtime';
import { decodeUserAnswer } from '../../../src/wire/user';
import { AGENT_TOKEN, type FuzzDesk } from './fuzzDesk';
import { APP, HOST, type World } from './world';

type Json = Record<string, unknown>;
type Rows = { _id: string; received: number }[];

const AGENT = `Bearer ${AGENT_TOKEN}`;
/**
 * Maximum size of an answer, in bytes: a user and ten conversations with their newest messages, each within
 * its limits.
 */
const MAX_ANSWER = 1_000_000;

const fail = (what: string): never => {
  throw new Error(`What was stored breaks a reader: ${what}`);
};

/** Makes every reading call of widget and inbox. */
const createReader = (desk: FuzzDesk) => {
  const read = async (path: string, authorization = AGENT): Promise<Json> => {
    const answer = await desk.app.fetch(new Request(HOST + path, { headers: { authorization } }));
    const text = await answer.text();
    if (answer.status !== 200) fail(`${path} answers ${answer.status}`);
    if (text.length > MAX_ANSWER) fail(`${path} answers ${text.length} characters`);
    if (/\\u0000|\\u[dD][89a-fA-F]/.test(text.replaceAll('\\\\', '')))
      fail(`${path} has half a character or a NUL`);
    return JSON.parse(text) as Json;
  };
  /** Reads all messages page by page. Each must decode, and they must be in order of time. */
  const readMessages = async (path: string, authorization?: string): Promise<void> => {
    let before: number | undefined;
    for (;;) {
      const answer = await read(before === undefined ? path : `${path}?before=${before}`, authorization);
      const rows = answer.messages as Rows;
      const { messages, hasPrevious } = decodeMessages(answer);
      if (messages.length !== rows.length) fail(`${path} has messages that do not decode`);
      if (decodeAgentMessages(answer).messages.length !== rows.length) fail(`${path} as the inbox reads it`);
      const times = [...rows.map((row) => row.received), before ?? Number.POSITIVE_INFINITY];
      if (times.some((time, at) => at > 0 && time <= (times[at - 1] as number)))
        fail(`${path} is out of order`);
      for (const row of rows) await readFile(row as Json);
      if (!hasPrevious) return;
      before = rows[0]?.received;
    }
  };
  const readFile = async ({ mediaUrl, attachmentId }: Json): Promise<void> => {
    if (attachmentId === undefined || !String(mediaUrl).includes('/uploads/token')) return;
    if (!String(mediaUrl).startsWith(`${HOST}/uploads/`)) fail(`a file's address is ${mediaUrl}`);
    const file = await desk.app.fetch(new Request(String(mediaUrl)));
    const bytes = (await file.arrayBuffer()).byteLength;
    if (file.status !== 200 || bytes !== Number(file.headers.get('content-length')))
      fail(`a file: ${file.status}`);
  };
  return { read, readMessages };
};

const readUser = async (desk: FuzzDesk, userId: string, authorization: string): Promise<void> => {
  const { read, readMessages } = createReader(desk);
  for (let offset = 0; ; offset += 10) {
    const path = `${APP}/appusers/${userId}/conversations?offset=${offset}`;
    const answer = await read(path, authorization);
    const { appUser, conversations } = decodeUserAnswer(answer);
    const rows = answer.conversations as Rows;
    if (appUser?._id !== userId || conversations.length !== rows.length) fail(path);
    for (const { _id } of rows) {
      const one = await read(`${APP}/conversations/${_id}`, authorization);
      if (decodeConversationAnswer(one).conversation?._id !== _id) fail(`conversation ${_id}`);
      await readMessages(`${APP}/conversations/${_id}/messages`, authorization);
    }
    if (!obj(answer.conversationsPagination).hasMore) return;
  }
};

const readInbox = async (desk: FuzzDesk): Promise<number> => {
  const { read, readMessages } = createReader(desk);
  let count = 0;
  for (let after = ''; ; ) {
    const answer = await read(`/agent/api/conversations?all=1${after}`);
    const rows = answer.conversations as Rows;
    if (decodeConversations(answer).conversations.length !== rows.length) fail('the list of the inbox');
    for (const { _id } of rows) {
      const path = `/agent/api/conversations/${_id}`;
      await read(path);
      await readMessages(`${path}/messages`);
      for (const kind of ['postbacks', 'referrals', 'changes']) await read(`${path}/${kind}`);
    }
    count += rows.length;
    if (answer.hasMore !== true) return count;
    after = `&after=${String(answer.next)}`;
  }
};

const readEvents = (desk: FuzzDesk): void => {
  for (const { channel, event } of desk.published) {
    const { type } = event as { type: string };
    if (!isForAgents(channel)) {
      if (decodeRealtimeEvent(event) === undefined) fail(`a live event ${type}`);
      continue;
    }
    if (decodeEvents({ events: [event] }).length !== 1) fail(`an event on ${channel}: ${type}`);
    if ('conversation' in (event as Json)) {
      const { conversations } = decodeConversations({ conversations: [(event as Json).conversation] });
      if (conversations.length !== 1) fail(`an agents' event ${type}`);
    }
  }
};

/**
 * Reads everything the desk holds, as widget and inbox do.
 * @returns the number of conversations
 * @throws when an answer cannot be read or decoded
 */
export const readAll = async (desk: FuzzDesk, world: World): Promise<number> => {
  const { read } = createReader(desk);
  for (const path of [
    'session',
    'signing-keys',
    'saved-replies',
    'views',
    'counters',
    'settings',
    'settings/history',
    'insights?days=90',
  ])
    await read(`/agent/api/${path}`);
  for (const path of ['/embeddable/config', '/embeddable/preview/config']) {
    const { appId, integrationId } = decodeConfig(await read(path)).messenger;
    if (appId !== 'porch') fail(path);
    await read(`/sc/sdk/v2/integrations/${integrationId}/config`);
  }
  for (const [userId, authorization] of world.known) await readUser(desk, userId, authorization);
  readEvents(desk);
  return readInbox(desk);
};
