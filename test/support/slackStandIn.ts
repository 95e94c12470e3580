import { createHmac, randomUUID } from 'node:crypto';
import { type Answered, type Asked, type StandIn, startStandIn } from './standIn';

/**
 * Stands in for Slack. It is made from what Slack publishes: the OpenAPI description of the Web API
 * (github.com/slackapi/slack-api-specs), and docs.slack.dev on message metadata, on the Events API and on verifying requests.
 * It is stricter than Slack: an argument that the description does not have is an error.
 */

export const TOKEN = 'xoxb-stand-in';
export const SIGNING_SECRET = '8f742231b10e8888abcd99yyyzzz85a5';
export const CHANNEL = 'C0PORCH';

type Metadata = { event_type: string; event_payload: Record<string, unknown> };
export type SlackPost = {
  ts: string;
  thread_ts?: string;
  text: string;
  user?: string;
  bot_id?: string;
  username?: string;
  icon_url?: string;
  subtype?: string;
  files?: { id: string; name: string; url_private: string }[];
  metadata?: Metadata;
};
type Reply = Pick<SlackPost, 'text'> & Partial<SlackPost> & { channel?: string };

/** An event as it was sent, so that it can be sent again. */
export type SentEvent = { body: string; status: number };

export type SlackStandIn = StandIn & {
  /** The messages of the channel, without replies. */
  threads(): SlackPost[];
  /** The replies of a thread, as `who: text`. */
  replies(thread: string): string[];
  /** Somebody writes in a thread: Slack sends the event. */
  reply(thread: string, message: Reply): Promise<SentEvent>;
  /** Somebody adds a file, which only who has the token can load. @returns the file for a reply */
  addFile(name: string, content: string): { id: string; name: string; url_private: string };
  /** Sends events that were not taken, or one that was, as Slack does after some minutes. */
  sendAgain(event?: SentEvent): Promise<number[]>;
  /** Sends a body. @param time of the signature, in seconds @param secret that signs it */
  send(body: string, options?: { time?: number; secret?: string; retry?: number }): Promise<Response>;
  /** Waits until all events of what the app itself has posted were sent. */
  settled(): Promise<void>;
};

const PEOPLE: Record<string, { name: string; real_name: string; profile: Record<string, string> }> = {
  U1GRACE: {
    name: 'grace',
    real_name: 'Grace Hopper',
    profile: { display_name: 'Grace', image_192: 'https://slack.example/grace_192.png' },
  },
  U2JOAN: {
    name: 'joan',
    real_name: 'Joan Clarke',
    profile: { display_name: '', image_192: 'https://slack.example/joan_192.png' },
  },
};

const POST_ARGS = [
  'channel',
  'text',
  'thread_ts',
  'username',
  'icon_url',
  'icon_emoji',
  'blocks',
  'attachments',
  'link_names',
  'mrkdwn',
  'parse',
  'reply_broadcast',
  'unfurl_links',
  'unfurl_media',
  'metadata',
];
const LIST_ARGS = ['channel', 'cursor', 'include_all_metadata', 'inclusive', 'latest', 'limit', 'oldest'];
const READS: Record<string, string[]> = {
  'conversations.history': LIST_ARGS,
  'conversations.replies': [...LIST_ARGS, 'ts'],
  'users.info': ['user', 'include_locale'],
};

const refused = (error: string): Answered => ({ status: 200, body: { ok: false, error } });

/** @returns what is wrong with metadata, in the words of Slack */
const metadataProblem = (metadata: unknown): string | undefined => {
  if (metadata === undefined) return undefined;
  const { event_type, event_payload } = (metadata ?? {}) as Partial<Metadata>;
  const isRight = /^[a-z0-9_]+$/.test(event_type ?? '') && typeof event_payload === 'object' && event_payload;
  return isRight ? undefined : 'invalid_metadata_format';
};

/** Starts the stand-in. @param requestUrl where the app takes events */
export const startSlack = async (requestUrl: () => string): Promise<SlackStandIn> => {
  const posts: SlackPost[] = [];
  const files = new Map<string, string>();
  const untaken: SentEvent[] = [];
  const sending = new Set<Promise<unknown>>();
  let clock = 1_700_000_000;
  let standIn: StandIn;

  const nextTs = (): string => `${clock++}.000100`;
  const inThread = (thread: string): SlackPost[] =>
    posts.filter(({ ts, thread_ts }) => ts === thread || thread_ts === thread);

  const send: SlackStandIn['send'] = async (body, { time, secret = SIGNING_SECRET, retry } = {}) => {
    const at = time ?? Math.floor(Date.now() / 1000);
    const digest = createHmac('sha256', secret).update(`v0:${at}:${body}`).digest('hex');
    return fetch(requestUrl(), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-slack-request-timestamp': `${at}`,
        'x-slack-signature': `v0=${digest}`,
        ...(retry && { 'x-slack-retry-num': `${retry}`, 'x-slack-retry-reason': 'http_error' }),
      },
      body,
    });
  };

  const tell = async (post: SlackPost, channel = CHANNEL): Promise<SentEvent> => {
    const { metadata: _, ...fields } = post;
    const body = JSON.stringify({
      token: 'XXYYZZ',
      team_id: 'T123ABC456',
      api_app_id: 'A123ABC456',
      event: { type: 'message', ...fields, channel, channel_type: 'channel', event_ts: post.ts },
      type: 'event_callback',
      event_id: `Ev${randomUUID()}`,
      event_time: Math.floor(Date.now() / 1000),
      authorizations: [
        { team_id: 'T123ABC456', user_id: 'U0BOT', is_bot: true, is_enterprise_install: false },
      ],
    });
    const status = await send(body).then(
      (response) => response.status,
      () => 0,
    );
    const sent = { body, status };
    if (status !== 200) untaken.push(sent);
    return sent;
  };

  const page = (found: SlackPost[], args: URLSearchParams): Answered => {
    const from = Number(args.get('cursor') ?? 0);
    const to = from + Number(args.get('limit') ?? 100);
    const rows = found.slice(from, to).map(({ metadata, ...post }) => ({
      type: 'message',
      ...post,
      ...(metadata && args.get('include_all_metadata') === 'true' && { metadata }),
    }));
    const more = to < found.length;
    const response_metadata = { next_cursor: more ? `${to}` : '' };
    return { status: 200, body: { ok: true, messages: rows, has_more: more, response_metadata } };
  };

  const reads: Record<string, (args: URLSearchParams) => Answered> = {
    'conversations.history': (args) =>
      page(posts.filter(({ thread_ts }) => thread_ts === undefined).toReversed(), args),
    'conversations.replies': (args) => {
      const thread = inThread(args.get('ts') ?? '');
      return thread.length > 0 ? page(thread, args) : refused('thread_not_found');
    },
    'users.info': (args) => {
      const id = args.get('user') ?? '';
      const user = PEOPLE[id];
      return user ? { status: 200, body: { ok: true, user: { id, ...user } } } : refused('user_not_found');
    },
  };

  const postMessage = ({ headers, body }: Asked): Answered => {
    if (!/^application\/json; charset=utf-8$/.test(headers['content-type'] ?? ''))
      return refused('missing_post_type');
    const args = JSON.parse(body);
    const unknown = Object.keys(args).filter((name) => !POST_ARGS.includes(name));
    if (unknown.length > 0) return refused('invalid_arg_name');
    if (args.channel !== CHANNEL) return refused('channel_not_found');
    if (typeof args.text !== 'string' || args.text === '') return refused('no_text');
    if (args.text.length > 40_000) return refused('msg_too_long');
    const problem = metadataProblem(args.metadata);
    if (problem) return refused(problem);
    if (args.thread_ts !== undefined && !posts.some(({ ts }) => ts === args.thread_ts))
      return refused('thread_not_found');
    const { channel: _, unfurl_links: __, unfurl_media: ___, ...fields } = args;
    const post: SlackPost = { ts: nextTs(), bot_id: 'B19LU7CSY', ...fields };
    posts.push(post);
    // Slack tells an app of its own messages, too.
    const telling = tell(post).finally(() => sending.delete(telling));
    sending.add(telling);
    return { status: 200, body: { ok: true, channel: CHANNEL, ts: post.ts, message: post } };
  };

  const answer = (asked: Asked): Answered => {
    const { method, path, query, headers } = asked;
    const file = files.get(path);
    const isAllowed = headers.authorization === `Bearer ${TOKEN}`;
    if (file !== undefined)
      return isAllowed
        ? { status: 200, headers: { 'content-type': 'text/plain' }, body: Buffer.from(file) }
        : { status: 403, body: {} };
    if (headers.authorization === undefined) return refused('not_authed');
    if (!isAllowed) return refused('invalid_auth');
    const name = path.replace(/^\/api\//, '');
    if (name === 'chat.postMessage' && method === 'POST') return postMessage(asked);
    const known = READS[name];
    // Those take no JSON.
    if (!known || method !== 'GET') return refused(known ? 'invalid_post_type' : 'unknown_method');
    if ([...query.keys()].some((key) => !known.includes(key))) return refused('invalid_arg_name');
    if (known.includes('channel') && query.get('channel') !== CHANNEL) return refused('channel_not_found');
    return reads[name]?.(query) ?? refused('unknown_method');
  };

  standIn = await startStandIn(answer);
  return {
    ...standIn,
    threads: () => posts.filter(({ thread_ts }) => thread_ts === undefined),
    replies: (thread) =>
      inThread(thread)
        .filter(({ ts }) => ts !== thread)
        .map(({ username, user, text }) => `${username ?? user ?? 'app'}: ${text}`),
    reply: async (thread, { channel, ...message }) => {
      const post = { ts: nextTs(), thread_ts: thread, user: 'U1GRACE', ...message };
      posts.push(post);
      return tell(post, channel);
    },
    addFile: (name, content) => {
      const path = `/files/${files.size}/${name}`;
      files.set(path, content);
      return { id: `F${files.size}`, name, url_private: standIn.origin + path };
    },
    sendAgain: async (event) => {
      const events = event ? [event] : untaken.splice(0);
      const statuses: number[] = [];
      for (const { body } of events) statuses.push((await send(body, { retry: 1 })).status);
      return statuses;
    },
    send,
    settled: async () => {
      while (sending.size > 0) await Promise.all(sending);
    },
  };
};
