/** Calls to a running desk, as a visitor and as an agent. */
import assert from 'node:assert/strict';

/**
 * @param {string} address
 * @param {{ method?: string, authorization?: string, body?: unknown }} [request]
 * @returns {Promise<any>} the JSON of the answer, whose status must be 2xx
 */
const ask = async (address, { method, authorization, body } = {}) => {
  const answer = await fetch(address, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  assert.ok(answer.ok, `${address} answers ${answer.status}: ${text}`);
  return JSON.parse(text);
};

/**
 * @param {string} origin of the desk
 * @param {string} token the agents'
 * @param {string} path below `/agent/api`
 * @param {unknown} [body] for a POST
 */
export const askAsAgent = (origin, token, path, body) =>
  ask(`${origin}/agent/api${path}`, { authorization: `Bearer ${token}`, body });

/**
 * Signs up the first admin as the inbox does, and creates an API key.
 * @param {string} origin of the desk
 * @param {string} address the origin of the desk's public address
 * @param {string} link the token of the link that the desk printed
 * @returns {Promise<string>} the key
 */
export const becomeAdmin = async (origin, address, link) => {
  const post = (/** @type {string} */ path, /** @type {object} */ body, cookie = '') =>
    fetch(`${origin}/agent/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: address, cookie },
      body: JSON.stringify(body),
    });
  const account = { name: 'Ada', email: 'ada@help.example', password: 'correct horse battery' };
  const joined = await post(`/link/${link}`, account);
  assert.equal(joined.status, 200);
  const cookies = joined.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  const scopes = ['conversations', 'visitors', 'settings', 'insights'];
  const made = await post('/api-keys', { name: 'Scripts', scopes }, cookies.join('; '));
  assert.equal(made.status, 201);
  const { secret } = await made.json();
  return secret;
};

/** @param {string} origin @param {string} token @returns {Promise<number>} the status of a sign-in */
export const signIn = async (origin, token) => {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${origin}/agent/api/session`, { headers })).status;
};

/**
 * Waits until the desk answers.
 * @param {string} origin
 * @param {number} [seconds] the longest wait
 * @returns {Promise<any>} the answer of `GET /health`
 */
export const untilHealthy = async (origin, seconds = 180) => {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const answer = await fetch(`${origin}/health`).catch(() => undefined);
    if (answer?.ok) return answer.json();
    assert.ok(performance.now() < end, `${origin}/health does not answer`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
};

/** @typedef {{ user: string, conversation: string, call: (path: string, body?: unknown) => Promise<any> }} Visitor */

/** @param {string} origin @returns {Promise<Visitor>} a new visitor with a conversation */
export const createVisitor = async (origin) => {
  const { messenger } = await ask(`${origin}/embeddable/config`);
  const base = `${origin}/sc/sdk/v2/apps/${messenger.appId}`;
  const made = await ask(`${base}/appusers`, {
    body: { client: { platform: 'web', id: 'client-1' }, intent: 'conversation:start', locale: 'en-us' },
  });
  const user = made.appUser._id;
  const authorization = `Basic ${Buffer.from(`${user}:${made.sessionToken}`).toString('base64')}`;
  return {
    user,
    conversation: made.conversations[0]._id,
    call: (path, body) => ask(base + path, { authorization, body }),
  };
};

/** @param {Visitor} visitor @param {string} text @returns {Promise<any>} the message */
export const write = ({ user, conversation, call }, text) =>
  call(`/conversations/${conversation}/messages`, {
    author: { role: 'appUser', appUserId: user, client: { platform: 'web', id: 'client-1' } },
    message: { role: 'appUser', type: 'text', text },
  });
