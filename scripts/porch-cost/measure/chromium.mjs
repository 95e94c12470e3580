/**
 * Chromium over its debugging pipe, without a library: Playwright keeps its own world in every frame, which would count
 * as memory and tasks of the page.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The window's size. Headless Chromium has no frame around it. */
export const WINDOW = { width: 1280, height: 800 };

const FLAGS = [
  '--headless=new',
  '--remote-debugging-pipe',
  `--window-size=${WINDOW.width},${WINDOW.height}`,
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-sync',
  '--disable-renderer-backgrounding',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  // Frames of other sites run in the page's process, as on most phones, so that their loads and tasks count. An
  // intercepted page has no network address, so checks of local network access would block its requests to loopback.
  '--disable-site-isolation-trials',
  '--disable-features=Translate,OptimizationHints,MediaRouter,PaintHolding,IsolateOrigins,site-per-process,LocalNetworkAccessChecks',
  '--mute-audio',
  '--password-store=basic',
  '--use-mock-keychain',
];

/** @typedef {Record<string, any>} Params */
/** @typedef {{ method: string, params: Params, sessionId?: string }} Event */
/**
 * @typedef {object} Session one page's connection
 * @property {(method: string, params?: Params) => Promise<Params>} send
 * @property {(method: string, heard: (params: Params) => void) => () => void} on returns a function that stops
 * listening
 */
/**
 * @typedef {object} Chromium
 * @property {string} version as the browser names itself
 * @property {() => Promise<Session>} openPage an empty page in the foreground
 * @property {() => Promise<void>} close ends the process and removes its profile
 */

/**
 * Sends commands over the pipe and delivers answers and events.
 * @param {import('node:stream').Writable} to
 * @param {import('node:stream').Readable} from
 */
const speak = (to, from) => {
  /** @type {Map<number, { resolve: (result: Params) => void, reject: (error: Error) => void, method: string }>} */
  const waiting = new Map();
  /** @type {Set<(event: Event) => void>} */
  const listeners = new Set();
  let next = 1;
  /** @type {Buffer[]} the chunks of an incomplete message */
  let unfinished = [];
  /** @param {string} text */
  const take = (text) => {
    const { id, result, error, ...event } = JSON.parse(text);
    if (id === undefined) for (const heard of listeners) heard(event);
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error) asked?.reject(new Error(`${asked.method}: ${error.message}`));
    else asked?.resolve(result);
  };
  from.on('data', (/** @type {Buffer} */ chunk) => {
    let rest = chunk;
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
      take(Buffer.concat([...unfinished, rest.subarray(0, end)]).toString());
      unfinished = [];
      rest = rest.subarray(end + 1);
    }
    if (rest.length > 0) unfinished.push(rest);
  });
  let hasEnded = false;
  const fail = () => {
    hasEnded = true;
    for (const { reject, method } of waiting.values()) reject(new Error(`${method}: Chromium has ended`));
    waiting.clear();
  };
  from.on('close', fail);
  to.on('error', fail);
  return {
    listeners,
    /** @param {string} method @param {Params} [params] @param {string} [sessionId] @returns {Promise<Params>} */
    send: (method, params = {}, sessionId = undefined) =>
      new Promise((resolve, reject) => {
        if (hasEnded) return reject(new Error(`${method}: Chromium has ended`));
        waiting.set(next, { resolve, reject, method });
        to.write(`${JSON.stringify({ id: next++, method, params, sessionId })}\0`);
      }),
  };
};

/**
 * Starts Chromium with a fresh profile.
 * @param {string} executable
 * @param {string[]} [flags] more of its flags
 * @returns {Promise<Chromium>}
 */
export const startChromium = async (executable, flags = []) => {
  const profile = mkdtempSync(join(tmpdir(), 'porch-measure-'));
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const child = spawn(
    executable,
    [...FLAGS, ...sandbox, ...flags, `--user-data-dir=${profile}`, 'about:blank'],
    { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] },
  );
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-2000);
  });
  const ended = once(child, 'exit').catch(() => undefined);
  const [to, from] = /** @type {[import('node:stream').Writable, import('node:stream').Readable]} */ (
    child.stdio.slice(3)
  );
  const { send, listeners } = speak(to, from);
  const close = async () => {
    await send('Browser.close').catch(() => undefined);
    const stubborn = setTimeout(() => child.kill('SIGKILL'), 5000);
    await ended;
    clearTimeout(stubborn);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  const openPage = async () => {
    const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
    return {
      /** @param {string} method @param {Params} [params] */
      send: (method, params) => send(method, params, sessionId),
      /** @param {string} method @param {(params: Params) => void} heard */
      on: (method, heard) => {
        const listener = (/** @type {Event} */ event) => {
          if (event.sessionId === sessionId && event.method === method) heard(event.params);
        };
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
  };
  try {
    const { product } = await send('Browser.getVersion');
    return { version: product, openPage, close };
  } catch (error) {
    await close();
    throw new Error(`${executable} did not start. ${said.trim()}`.trim(), { cause: error });
  }
};
