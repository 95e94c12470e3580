import { connect } from 'node:net';
import { openLiveSocket } from '../liveSocket';
import { AGENT_TOKEN } from './fuzzDesk';
import type { Random } from './random';
import type { Call } from './requests';
import { hostileValue, inQuery, mutate, toBytes, toJson } from './values';
import type { World } from './world';

/** Time limit for an answer, ms. A later one counts as missing. */
export const PATIENCE_MS = 10_000;
/**
 * Time until a connection is ended, ms. The desk would wait for a request that sends less than its stated
 * length.
 */
const ENDING_MS = 250;

/** The call as bytes of HTTP, sometimes with features that no well-behaved client sends. */
const asBytes = ({ method, target, headers, body }: Call, random: Random): Buffer => {
  const has = (name: string) => headers.some(([other]) => other === name);
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  if (!has('host')) lines.push('Host: 127.0.0.1');
  if (random.chance(0.03)) lines.push('Host: evil.example');
  const chunked = body !== undefined && random.chance(0.2);
  if (chunked) lines.push('Transfer-Encoding: chunked');
  else if (body && !has('content-length')) lines.push(`Content-Length: ${body.length}`);
  const first = random.chance(0.97)
    ? target
    : random.pick(['*', `http://evil.example${target}`, `/${target}`, '/\xff', '']);
  const head = Buffer.from(
    `${method} ${first} HTTP/1.1\r\n${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`,
    'latin1',
  );
  if (!body) return head;
  if (!chunked) return Buffer.concat([head, body]);
  const size = Buffer.from(`${body.length.toString(16)}\r\n`);
  return Buffer.concat([
    head,
    ...(body.length > 0 ? [size, body, Buffer.from('\r\n')] : []),
    Buffer.from('0\r\n\r\n'),
  ]);
};

/** Sends bytes on a new connection. @returns the status; 0 if the connection ended without one */
const exchange = (port: number, bytes: Buffer): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`No answer to ${bytes.subarray(0, 300).toString('latin1')}`));
    }, PATIENCE_MS);
    socket.on('data', (chunk) => {
      if (answer.length < 100) answer += chunk.toString('latin1');
      // An event stream never ends.
      if (answer.includes('text/event-stream')) socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0));
    });
    socket.write(bytes);
    setTimeout(() => socket.end(), ENDING_MS).unref();
  });

export const sendOverHttp = (port: number, call: Call, random: Random): Promise<number> =>
  exchange(port, asBytes(call, random));

const NAMES = [
  '/meta/handshake',
  '/meta/connect',
  '/meta/subscribe',
  '/meta/unsubscribe',
  '/meta/disconnect',
];

/** Bayeux messages as a client of the desk sends them. */
const exampleMessages = (world: World, clientId: string, random: Random): Record<string, unknown>[] => {
  const actor = random.pick(world.actors);
  const other = random.chance(0.8) ? actor : random.pick(world.actors);
  const channel = `/sdk/apps/porch/appusers/${actor.userId}`;
  const connectionType = random.pick(['long-polling', 'websocket', 'eventsource']);
  return [
    { channel: NAMES[0], version: '1.0', supportedConnectionTypes: ['long-polling', 'websocket'], id: '1' },
    { channel: NAMES[1], clientId, connectionType, advice: { timeout: 0 }, id: '2' },
    { channel: NAMES[1], clientId, connectionType },
    { channel: NAMES[2], clientId, subscription: channel, ext: other.ext, id: '3' },
    {
      channel: NAMES[2],
      clientId,
      subscription: [channel, '/desk/agents', '/desk/list'],
      ext: { ...other.ext, ticket: AGENT_TOKEN },
    },
    { channel: NAMES[3], clientId, subscription: channel },
    { channel: NAMES[4], clientId },
    { channel, clientId, data: { events: [] } },
  ];
};

/** Generates the JSON text of a batch of messages. */
export const generateMessages = (world: World, clientId: string, random: Random): string => {
  const batch = Array.from({ length: random.chance(0.8) ? 1 : 1 + random.int(40) }, () => {
    const example = random.pick(exampleMessages(world, clientId, random));
    return random.chance(0.3)
      ? example
      : random.chance(0.95)
        ? mutate(example, random)
        : hostileValue(random);
  });
  return toJson(batch.length === 1 && random.chance(0.5) ? batch[0] : batch, random);
};

const post = async (origin: string, body: Uint8Array<ArrayBuffer> | string, type: string) => {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  return fetch(`${origin}/faye`, { method: 'POST', headers: { 'content-type': type }, body, signal });
};

/** Makes a handshake. @returns the client id the desk assigned */
export const shakeHands = async (origin: string): Promise<string> => {
  const message = { channel: NAMES[0], version: '1.0', supportedConnectionTypes: ['long-polling'] };
  const answer = await post(origin, JSON.stringify([message]), 'application/json');
  return ((await answer.json()) as [{ clientId: string }])[0].clientId;
};

/** Posts messages to the live endpoint. @returns the status */
export const sendPoll = async (origin: string, json: string, random: Random): Promise<number> => {
  const form = random.chance(0.1);
  const body = form ? `message=${inQuery(json)}` : toBytes(json, random);
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
  const answer = await post(origin, body, type);
  const text = await answer.text();
  if (answer.status === 200) JSON.parse(text);
  return answer.status;
};

/**
 * Sends frames on a websocket, then a valid one. Waits until the valid one is answered or the socket is
 * closed.
 */
export const sendFrames = (origin: string, frames: readonly string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = openLiveSocket(origin);
    const timer = setTimeout(() => reject(new Error('The websocket gave no answer')), PATIENCE_MS);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    socket.on('open', () => {
      for (const frame of frames) socket.send(frame);
      const last = {
        channel: NAMES[0],
        version: '1.0',
        supportedConnectionTypes: ['websocket'],
        id: 'the last',
      };
      socket.send(JSON.stringify([last]));
    });
    socket.on('message', ({ data = '' }) => {
      if (data.includes('"the last"')) socket.close();
    });
    socket.on('close', done);
  });
