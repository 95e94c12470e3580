import { TRIGGERS } from '../../../examples/support-desk/server/model/integrationEntities';
import { signJwt } from '../jwt';
import { AGENT_TOKEN, type FuzzDesk, KEY } from './fuzzDesk';

/** A caller of the desk. */
export type Actor = {
  name: string;
  authorization: string;
  /** The `ext` value of this actor's subscriptions. */
  ext: Record<string, string>;
  userId: string;
  conversationId: string;
  /** Ids of messages and buttons an agent sent to this actor, for calls that refer to one. */
  form: string;
  button: string;
  message: string;
  /** The ids of two answers that grow: one that continues, and one that is stopped. */
  growing: string;
  stopped: string;
  /** The ids of two texts, which are edited and deleted. */
  edited: string;
  deleted: string;
  /** The ids of two notes about this visitor, which are changed and removed. */
  changedNote: string;
  removedNote: string;
  /** The path of a file this actor sent. */
  file: string;
  linkCode: string;
};

export const APP = '/sc/sdk/v2/apps/porch';
/** The origin of requests made in this process. */
export const HOST = 'http://localhost';

export type World = {
  actors: Actor[];
  signingKeyId: string;
  savedReplyId: string;
  savedViewId: string;
  /** A bot with a webhook, to which something was delivered. */
  botId: string;
  webhookId: string;
  deliveryId: string;
  /** The id of a file that no message uses. */
  unusedFile: string;
  /** A mail that was not taken. */
  refusedMail: string;
  /** Each visitor's newest voice call. */
  calls: Map<string, string>;
  /** What ends a visitor's newest voice call without credentials, by visitor. */
  leaveTokens: Map<string, string>;
  /** Credentials of every user created, so that all data can be read at the end. */
  known: Map<string, string>;
};

const FORM = {
  type: 'form',
  fields: [
    { type: 'text', name: 'n', label: 'Name' },
    { type: 'email', name: 'e', label: 'Mail' },
    { type: 'select', name: 's', label: 'Size', options: [{ name: 'a', label: 'A' }] },
  ],
};

type Answer = {
  appUser: { _id: string };
  sessionToken: string;
  conversations: { _id: string }[];
  conversation: { _id: string };
  messages: { _id: string; mediaUrl: string; actions: { _id: string }[] }[];
  linkRequests: { code: string }[];
  signingKey: { id: string };
  reply: { _id: string };
  view: { _id: string };
  note: { _id: string };
};

export const basic = (id: string, token: string): string =>
  `Basic ${Buffer.from(`${id}:${token}`).toString('base64')}`;

/** Makes a regular call to the desk. @throws when the desk refuses it */
export const call = async (
  desk: FuzzDesk,
  method: string,
  path: string,
  authorization: string,
  body?: unknown,
): Promise<Answer> => {
  const isForm = body instanceof FormData;
  const answer = await desk.app.fetch(
    new Request(HOST + path, {
      method,
      headers: { authorization, ...(isForm ? {} : { 'content-type': 'application/json' }) },
      body: isForm ? body : body === undefined ? undefined : JSON.stringify(body),
    }),
  );
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
};

const agent = `Bearer ${AGENT_TOKEN}`;

const fill = async (desk: FuzzDesk, userId: string, authorization: string, conversationId: string) => {
  const send = async (body: unknown) => {
    const path = `/agent/api/conversations/${conversationId}/messages`;
    return (await call(desk, 'POST', path, agent, body)).messages[0];
  };
  const form = await send(FORM);
  const buttons = await send({ text: 'Which?', actions: [{ type: 'postback', text: 'This', payload: 'p' }] });
  const begin = async () => (await send({ text: 'Well', growing: true }))?._id ?? '';
  const [growing, stopped] = [await begin(), await begin()];
  const edited = (await send({ text: 'Well' }))?._id ?? '';
  const deleted = (await send({ text: 'Well' }))?._id ?? '';
  const writeNote = async () =>
    (await call(desk, 'POST', `/agent/api/users/${userId}/notes`, agent, { text: 'Well' })).note._id;
  const [changedNote, removedNote] = [await writeNote(), await writeNote()];
  const upload = new FormData();
  upload.append('source', new Blob(['x']), 'Foto é.png');
  await call(desk, 'POST', `${APP}/conversations/${conversationId}/files`, authorization, upload);
  await desk.store.transaction(async (tx) => {
    for (const messageId of [buttons?._id ?? '', growing])
      await tx.insertMailText({ messageId, text: 'The whole text of an email' });
  });
  const path = `${APP}/conversations/${conversationId}/messages`;
  const sent = (await call(desk, 'GET', path, authorization)).messages.at(-1);
  const links = await call(
    desk,
    'GET',
    `${APP}/appusers/${userId}/linkrequest?integrationIds=wa`,
    authorization,
  );
  return {
    form: form?._id ?? '',
    button: buttons?.actions[0]?._id ?? '',
    message: buttons?._id ?? '',
    growing,
    stopped,
    edited,
    deleted,
    changedNote,
    removedNote,
    file: new URL(sent?.mediaUrl ?? HOST).pathname,
    linkCode: links.linkRequests[0]?.code ?? '',
  };
};

let people = 0;

/** Creates a visitor with a conversation that contains one of each item that calls may refer to. */
export const createActor = async (desk: FuzzDesk, world: World, kind: 'session' | 'jwt'): Promise<Actor> => {
  const client = { platform: 'web', id: 'browser', info: { currentUrl: 'https://shop.example' } };
  let userId: string;
  let authorization: string;
  let credential: Record<string, string>;
  if (kind === 'jwt') {
    const jwt = signJwt(KEY, { external_id: `customer ${++people}`, name: 'Ada' });
    authorization = `Bearer ${jwt}`;
    credential = { jwt };
    userId = (await call(desk, 'POST', `${APP}/login`, authorization, { client })).appUser._id;
  } else {
    const made = await call(desk, 'POST', `${APP}/appusers`, '', { client });
    userId = made.appUser._id;
    authorization = basic(userId, made.sessionToken);
    credential = { sessionToken: made.sessionToken };
  }
  const begun = await call(desk, 'POST', `${APP}/appusers/${userId}/conversations`, authorization, {});
  const conversationId = begun.conversation._id;
  world.known.set(userId, authorization);
  return {
    name: kind,
    authorization,
    ext: { appId: 'porch', appUserId: userId, ...credential },
    userId,
    conversationId,
    ...(await fill(desk, userId, authorization, conversationId)),
  };
};

/** What calls of programs send. */
export const PROGRAM = basic('AGENT_TOKEN', AGENT_TOKEN);

let bots = 0;

/** Makes a bot that is told of all that happens; into the store, which has no limit of bots. */
const addBot = async ({ store }: FuzzDesk, world: World): Promise<void> => {
  const id = `bot_${++bots}`;
  const webhookId = `webhook-${bots}`;
  await store.transaction(async (tx) => {
    const common = { id, name: id, displayName: 'Bot', createdAt: bots };
    await tx.putIntegration({ ...common, answersFirst: false, hearsAll: true });
    await tx.putWebhook({
      id: webhookId,
      integrationId: id,
      target: 'https://bot.example/hook',
      triggers: [...TRIGGERS],
      secret: 'whsec_c2VjcmV0',
      includeFullUser: true,
      includeFullSource: true,
      createdAt: bots,
    });
  });
  Object.assign(world, { botId: id, webhookId });
};

/** A conversation that is still there. */
const anyConversation = async ({ store }: FuzzDesk, world: World): Promise<string | undefined> => {
  for (const { conversationId } of world.actors)
    if (await store.conversationById(conversationId)) return conversationId;
  return undefined;
};

/** Makes the row of something that was delivered to the bot, as for a new one nothing was. */
const addDelivery = async (desk: FuzzDesk, world: World): Promise<void> => {
  const conversationId = await anyConversation(desk, world);
  if (conversationId === undefined) return;
  const { webhookId } = world;
  const row = { id: `delivery-${++bots}`, webhookId, conversationId, type: 'conversation:message' } as const;
  const times = { createdAt: bots, dueAt: bots, tryUntil: bots, claimedUntil: 0, endedAt: bots };
  await desk.store.transaction((tx) =>
    tx.insertDeliveries([{ ...row, ...times, event: {}, state: 'sent', tries: 1, answer: '200' }]),
  );
};

/** Makes the row of a file, as `POST /attachments` does. */
const addFile = async (desk: FuzzDesk, world: World): Promise<void> => {
  const conversationId = await anyConversation(desk, world);
  if (conversationId === undefined) return;
  const id = `unused-file-${++bots}`;
  const file = {
    fileName: 'a.pdf',
    mediaType: 'application/pdf',
    size: 1,
    createdAt: 1,
    address: null,
    shares: null,
  };
  await desk.store.transaction((tx) => tx.insertAttachment({ ...file, id, conversationId, messageId: '' }));
  world.unusedFile = id;
};

/** Lists a mail that was not taken. */
const addRefusedMail = async ({ store }: FuzzDesk, world: World): Promise<void> => {
  const id = `refused-mail-${++bots}`;
  await store.transaction((tx) =>
    tx.insertRefusedMail({
      ...{ id, identity: id, reason: 'stranger', conversationId: null, isProven: false, canAccept: false },
      ...{ sender: 'a@b.example', subject: 'Hello', preview: 'Hello', uid: bots, validity: '1' },
      ...{ messageId: null, refusedAt: bots },
    }),
  );
  world.refusedMail = id;
};

/** Makes the bot again where it is gone, and finds something that was delivered to it. */
export const renewBot = async (desk: FuzzDesk, world: World): Promise<void> => {
  if (!(await desk.store.webhookById(world.webhookId))) await addBot(desk, world);
  const newest = () => desk.store.deliveries(world.webhookId, { limit: 1 });
  if ((await newest()).length === 0) await addDelivery(desk, world);
  world.deliveryId = (await newest())[0]?.id ?? world.deliveryId;
  if (!(await desk.store.attachmentById(world.unusedFile))) await addFile(desk, world);
  if (!(await desk.store.refusedMailById(world.refusedMail))) await addRefusedMail(desk, world);
};

/** Creates two anonymous visitors, one logged-in visitor, and the data that agents keep. */
export const createWorld = async (desk: FuzzDesk): Promise<World> => {
  const world: World = {
    actors: [],
    signingKeyId: '',
    savedReplyId: '',
    savedViewId: '',
    botId: '',
    webhookId: '',
    deliveryId: '',
    unusedFile: '',
    refusedMail: '',
    calls: new Map(),
    leaveTokens: new Map(),
    known: new Map(),
  };
  await renewBot(desk, world);
  for (const kind of ['session', 'session', 'jwt'] as const)
    world.actors.push(await createActor(desk, world, kind));
  const key = await call(desk, 'POST', '/agent/api/signing-keys', agent, { name: 'k' });
  world.signingKeyId = key.signingKey.id;
  const saved = { shortcut: 'hello', text: 'Hello' };
  const { reply } = await call(desk, 'POST', '/agent/api/saved-replies', agent, saved);
  world.savedReplyId = reply._id;
  const open = { name: 'Open', shared: true, filter: { view: 'open' } };
  world.savedViewId = (await call(desk, 'POST', '/agent/api/views', agent, open)).view._id;
  await renewBot(desk, world);
  return world;
};
