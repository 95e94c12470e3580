/** Puts Porch and each peer on a site of its own. */
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../../scripts/run.mjs';
import { ANSWER } from './answerWatcher.mjs';
import { unpack } from './install.mjs';
import { POLICY, pageWith } from './page.mjs';
import { filesIn } from './peers.mjs';
import { startServer } from './server.mjs';

/** @typedef {import('./peers.mjs').Peer} Peer */
/** @typedef {import('./server.mjs').Site} Site */
/** @typedef {import('../../../scripts/porch-cost/measure/measure.mjs').Subject} Subject */
/**
 * @typedef {object} Opened a widget on its site
 * @property {Subject} subject
 * @property {string} tag what the publisher puts on the page
 * @property {RegExp} [starts] the path of the call by which opening starts a conversation
 * @property {boolean} [connects] opening connects live to the service, by Bayeux
 * @property {boolean} [remembers] shows a returning visitor the earlier conversation
 * @property {() => Promise<void>} [answer] answers the newest conversation, where the service does not do so itself
 * @property {() => Promise<void>} close
 */
/** @typedef {{ cert: Buffer, key: Buffer }} Certificate */

const HTML = 'text/html; charset=utf-8';

/** As many frames as an open messenger has, with nothing in them but what a script needs to run there. */
const TWO_FRAMES = `<iframe></iframe><iframe></iframe>
<script>for (const { contentWindow } of document.querySelectorAll('iframe')) contentWindow.Function('return 1')();</script>`;

/** @param {string} tag @returns {Site['pages']} */
const pagesWith = (tag) => ({
  '/': { type: HTML, body: pageWith(tag) },
  '/policy': { type: HTML, body: pageWith(tag), policy: POLICY },
  '/alone': { type: HTML, body: pageWith('') },
  '/frames': { type: HTML, body: pageWith(TWO_FRAMES) },
});

/** @param {string} name @param {string} origin @param {Pick<Peer, 'launcher' | 'card'>} looks @returns {Subject} */
const subjectOf = (name, origin, { launcher, card }) => ({
  name,
  launcher,
  card,
  url: `${origin}/`,
  policyUrl: `${origin}/policy`,
  aloneUrl: `${origin}/alone`,
});

/** What a publisher puts on the page. */
const PORCH = '<script async src="/porch/porch.now.js"></script>';

/** @returns {Promise<string>} a port that nothing listens on */
const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(String(port)));
    });
  });

/** Answers as an agent. @param {{ origin: string, token: string }} desk */
const answerNewest = async ({ origin, token }) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const listed = await fetch(`${origin}/agent/api/conversations`, { headers });
  const [{ _id: id }] = (await listed.json()).conversations;
  const body = JSON.stringify({ type: 'text', text: ANSWER, name: 'Maren' });
  const sent = await fetch(`${origin}/agent/api/conversations/${id}/messages`, {
    method: 'POST',
    headers,
    body,
  });
  if (!sent.ok) throw new Error(`The desk took no answer: ${sent.status}.`);
};

/**
 * Porch's built files, before a support desk of its own.
 * @param {Certificate} certificate
 * @param {string} folder takes the folder of the desk's database
 * @param {{ name?: string, checkout?: string }} [of] the name in the report, and the built checkout, by default this one
 * @returns {Promise<Opened>}
 */
export const openPorch = async (certificate, folder, { name = 'Porch', checkout = root } = {}) => {
  const { startDesk } = await import(pathToFileURL(join(checkout, 'scripts/startDesk.mjs')).href);
  const port = await freePort();
  const server = await startServer(certificate, () => ({
    pages: pagesWith(PORCH),
    files: { '/porch': join(checkout, 'build/dist') },
    // The desk puts the configuration into it.
    made: ['/porch/porch.now.js'],
    proxy: `http://127.0.0.1:${port}`,
  }));
  const desk = await startDesk(mkdtempSync(join(folder, 'desk-')), {
    PORT: port,
    PUBLIC_URL: server.origin,
    DEMO: '0',
  });
  const window = ['[data-porch]', 'iframe[title="Messaging window"]'];
  const looks = { launcher: ['[data-porch]', 'button'], card: [[...window, '[role=log]']] };
  return {
    subject: subjectOf(name, server.origin, looks),
    tag: PORCH,
    starts: /\/appusers$/,
    connects: true,
    remembers: true,
    answer: () => answerNewest(desk),
    close: async () => {
      await server.close();
      await desk.stop();
    },
  };
};

/**
 * @param {Peer} peer
 * @param {Certificate} certificate
 * @param {string} folder takes its package
 * @returns {Promise<Opened>}
 */
export const openPeer = async (peer, certificate, folder) => {
  const unpacked = unpack(peer, folder);
  const server = await startServer(certificate, (origin) => {
    const own = Object.entries(peer.pages?.(origin, unpacked) ?? {});
    return {
      pages: {
        ...pagesWith(peer.tag(origin)),
        ...Object.fromEntries(own.map(([path, body]) => [path, { type: HTML, body }])),
      },
      files: filesIn(peer, unpacked),
      answer: peer.answer,
    };
  });
  const subject = subjectOf(peer.name, server.origin, peer);
  const { starts, remembers } = peer;
  return { subject, tag: peer.tag(server.origin), starts, remembers, close: server.close };
};
