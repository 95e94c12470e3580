import type { Store } from '../../../examples/support-desk/server/store/store';
import { UNREACHED } from './accounts';
import { createFuzzDesk, type FuzzDesk } from './fuzzDesk';
import { createRandom, type Random } from './random';
import { readAll } from './readBack';
import {
  asRequest,
  type Call,
  examplesOf,
  generateCall,
  type Route,
  regularCall,
  routesOf,
} from './requests';
import { generateMessages, PATIENCE_MS, sendFrames, sendOverHttp, sendPoll, shakeHands } from './wire';
import { type Actor, createActor, createWorld, HOST, renewBot, type World } from './world';

export type Verdict = {
  requests: number;
  /** Answers of 500 and above, and thrown errors. Each contains what is needed to reproduce it. */
  broken: string[];
  /** The calls of which no example succeeded. */
  missed: string[];
  routes: Route[];
  /**
   * The slowest request with its time in ms, and how much of that time this process computed. On a busy machine
   * a request may be slow although the desk hardly worked for it.
   */
  slowest: { ms: number; computedMs: number; what: string };
  conversations: number;
};

const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

const describeCall = ({ method, target, headers, body }: Call): string =>
  JSON.stringify({
    method,
    target,
    headers,
    body: body && Buffer.from(body).toString('latin1').slice(0, 2000),
  }).slice(0, 3000);

type Played = { desk: FuzzDesk; world: World; random: Random; verdict: Verdict };

/** On a busy machine, `/ready` rightly reports that the database has not answered within a second. */
const isTruth = (status: number, what: () => string): boolean =>
  status === 503 && what().includes('"target":"/ready');

const timed = async (
  { verdict }: Played,
  what: () => string,
  work: () => Promise<number>,
): Promise<number> => {
  const before = performance.now();
  const cpuBefore = process.cpuUsage();
  verdict.requests++;
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('No answer')), PATIENCE_MS);
  });
  const status = await Promise.race([work(), patience]).catch((error: unknown) => {
    verdict.broken.push(`${String(error)}: ${what()}`);
    return 0;
  });
  clearTimeout(timer);
  const ms = performance.now() - before;
  if (ms > verdict.slowest.ms) {
    const { user, system } = process.cpuUsage(cpuBefore);
    verdict.slowest = { ms, computedMs: (user + system) / 1000, what: what().slice(0, 300) };
  }
  if (status >= 500 && !isTruth(status, what)) verdict.broken.push(`${status}: ${what()}`);
  return status;
};

/**
 * Routes that may end credentials. After one succeeds, actors whose credentials no longer work are replaced.
 */
const ENDS = /\/(logout|expire-sessions|login|signing-keys\/:id|users\/:id|attachments\/remove)$/;

/** Whether a call may take away what others need: credentials, or what programs delete. */
const isEnd = ({ method, path }: Route): boolean =>
  ENDS.test(path) || (method === 'DELETE' && /^\/sc\/v2\/|\/(integrations|refused-emails)\//.test(path));

/** Whether the actor's conversation is still there, with what calls refer to. */
const isWhole = async ({ desk }: Played, { conversationId, message }: Actor): Promise<boolean> =>
  (await desk.store.messageById(conversationId, message)) !== undefined;

const renew = async (played: Played): Promise<void> => {
  const { desk, world } = played;
  await renewBot(desk, world);
  for (const [at, actor] of world.actors.entries()) {
    const headers = { authorization: actor.authorization };
    const path = `${HOST}/sc/sdk/v2/apps/porch/appusers/${actor.userId}`;
    const isKnown = (await desk.app.fetch(new Request(path, { headers }))).ok;
    if (isKnown && (await isWhole(played, actor))) continue;
    if (!isKnown) world.known.delete(actor.userId);
    world.actors[at] = await createActor(desk, world, actor.name as 'session');
  }
};

/** Learns of the calls that ring. */
const hearCalls = ({ desk, world }: Played, from: number): void => {
  for (const { event } of desk.published.slice(from)) {
    const { type, call } = event as { type?: string; call?: { id: string; appUserId: string } };
    if (type !== 'call' || !call) continue;
    world.calls.delete(call.appUserId);
    world.calls.set(call.appUserId, call.id);
  }
};

/** The call that makes a voice call. */
const PLACES = /\/appusers\/:appUserId\/calls$/;

/** Learns what ends the newest voice call. */
const learnToken = ({ desk, world }: Played, text: string): void => {
  const { event } = desk.published.at(-1) as { event: { call?: { appUserId: string } } };
  const { call } = JSON.parse(text) as { call: { leaveToken: string } };
  world.leaveTokens.set(event.call?.appUserId ?? '', call.leaveToken);
};

/** @returns the status of the answer; 0 where there was none */
const playHere = async (played: Played, call: Call, request: Request): Promise<number> => {
  const { desk } = played;
  const heard = desk.published.length;
  const status = await timed(
    played,
    () => describeCall(call),
    async () => {
      const answer = await desk.app.fetch(request);
      const text = await answer.text();
      if (PLACES.test(call.route.path) && answer.status === 201) learnToken(played, text);
      return answer.status;
    },
  );
  hearCalls(played, heard);
  if (status < 300 && isEnd(call.route)) await renew(played);
  return status;
};

const playCall = async (played: Played): Promise<void> => {
  const { desk, world, random, verdict } = played;
  const call = generateCall(verdict.routes, world, random);
  const request = random.chance(0.9) ? asRequest(call) : undefined;
  if (request) {
    await playHere(played, call, request);
    return;
  }
  const status = await timed(
    played,
    () => describeCall(call),
    () => sendOverHttp(desk.port, call, random),
  );
  if (status < 300 && isEnd(call.route)) await renew(played);
};

const playPoll = async (played: Played, clientId: string): Promise<void> => {
  const { desk, world, random } = played;
  const json = generateMessages(world, clientId, random);
  await timed(
    played,
    () => `poll ${json.slice(0, 2000)}`,
    () => sendPoll(desk.origin, json, random),
  );
};

const playSocket = async (played: Played, clientId: string): Promise<void> => {
  const { desk, world, random, verdict } = played;
  const frames = Array.from({ length: 5 }, () => generateMessages(world, clientId, random));
  verdict.requests += frames.length - 1;
  await timed(
    played,
    () => `frames ${frames.join('\n').slice(0, 3000)}`,
    async () => {
      await sendFrames(desk.origin, frames);
      return 0;
    },
  );
};

/**
 * One turn in this many goes to the live endpoint. Live requests wait for each other, so they run in
 * parallel.
 */
const LIVE_EVERY = 20;
const LIVE_AT_ONCE = 4;

/** Calls about a voice call, each of which needs one that rings. */
const OF_CALL = /\/calls\/:id\//;

/** Makes the regular call for one actor after another, until it succeeds. @returns whether it did */
const playExample = async (played: Played, route: Route, example: number): Promise<boolean> => {
  const { world, random, verdict } = played;
  const places = verdict.routes.find(({ method, path }) => method === 'POST' && PLACES.test(path));
  const make = async (of: Route, at: number, actor: World['actors'][number]): Promise<number> => {
    const call = await regularCall(of, at, actor, world, random);
    const request = asRequest(call);
    return request ? playHere(played, call, request) : 0;
  };
  // An actor whose credentials have ended is replaced.
  for (let index = 0; index < world.actors.length; index++) {
    const actor = world.actors[index] as World['actors'][number];
    if (places && OF_CALL.test(route.path)) await make(places, 0, actor);
    const status = await make(route, example, actor);
    if (status > 0 && status < 400) return true;
  }
  return false;
};

/**
 * Whether a route is an API call that an example can make. Pages and built files are not tested here, and the build may be
 * missing.
 */
const hasExample = (route: Route): boolean =>
  !UNREACHED.includes(nameOf(route)) && !/(\*|\/|\/porch|\/agent|\/docs|\/gallery)$/.test(route.path);

/**
 * Lets calls be made on a new desk, then reads all data the desk holds.
 * @param open opens the store for the desk
 */
const playOn = async (
  seed: number,
  open: () => Promise<Store>,
  send: (played: Played) => Promise<void>,
): Promise<Verdict> => {
  const desk = await createFuzzDesk(await open());
  const random = createRandom(seed);
  const world = await createWorld(desk);
  const verdict: Verdict = {
    requests: 0,
    broken: [],
    missed: [],
    routes: routesOf(desk.app.routes),
    slowest: { ms: 0, computedMs: 0, what: '' },
    conversations: 0,
  };
  const played: Played = { desk, world, random, verdict };
  try {
    await send(played);
    verdict.broken.push(...desk.failures.map((failure) => `logged: ${JSON.stringify(failure)}`));
    await renew(played);
    verdict.conversations = await readAll(desk, world).catch((error: unknown) => {
      verdict.broken.push(String(error));
      return 0;
    });
  } finally {
    await desk.close();
  }
  return verdict;
};

/** Makes each call of the desk with each example of its body. */
export const playExamples = (seed: number, open: () => Promise<Store>): Promise<Verdict> =>
  playOn(seed, open, async (played) => {
    const { routes, missed } = played.verdict;
    for (const route of routes.filter(hasExample)) {
      let isTaken = false;
      for (let at = 0; at < examplesOf(route); at++)
        isTaken = (await playExample(played, route, at)) || isTaken;
      if (!isTaken) missed.push(nameOf(route));
    }
  });

/** Sends this many generated requests. */
export const playRequests = (seed: number, count: number, open: () => Promise<Store>): Promise<Verdict> =>
  playOn(seed, open, async (played) => {
    const { desk, verdict } = played;
    for (let round = 0; verdict.requests < count; round++) {
      await playCall(played);
      if (round % LIVE_EVERY !== 0) continue;
      const clientId = await shakeHands(desk.origin);
      const live = Array.from({ length: LIVE_AT_ONCE }, (_, at) =>
        (at === 0 ? playSocket : playPoll)(played, clientId),
      );
      await Promise.all(live);
    }
  });
