import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { CALL_TIMEOUT_MS } from '../../src/model/retries/core';
import type { Clock } from '../../src/platform/clock';
import { uploadFile } from '../../src/services/fileCalls';
import { createHttp, type Http } from '../../src/services/http';
import type { Author } from '../../src/wire/client';
import { allCalls } from '../support/allCalls';
import { startDesk } from '../support/desk';
import { forThisFile } from '../support/forThis';
import { createUserBody, sendBody } from './messagingSuite';

const few = { points: 2, seconds: 300 };
const desk = await forThisFile(
  startDesk({
    settings: {
      limits: { visitors: few, addressMessages: few, addressUploads: few, addressActivities: few },
    },
  }),
);

/** How long the messenger has waited, each time, in ms. */
let waits: number[] = [];
let statuses: number[] = [];
let addresses = 0;
beforeEach(() => {
  [waits, statuses] = [[], []];
  addresses++;
});

/** Waiting takes no time, and ends at another address, whose limits are not used up. */
const clock: Clock = {
  now: Date.now,
  after: (ms, task) => {
    // The messenger also watches how long an answer takes.
    if (ms === CALL_TIMEOUT_MS) return () => undefined;
    waits.push(ms);
    addresses++;
    const soon = setImmediate(task);
    return () => clearImmediate(soon);
  },
};

const withFiles = (http: Http) => ({
  ...allCalls(http),
  uploadFile: (conversation: string, author: Author, file: File, key: string) =>
    uploadFile(http, conversation, author, file, key),
});

/** The messenger's own calls, from an address that the desk limits. */
const connect = (credentials?: string) =>
  withFiles(
    createHttp({
      fetch: async (url, init) => {
        const headers = new Headers(init?.headers);
        headers.set('x-forwarded-for', `203.0.113.${addresses}`);
        const answer = await fetch(url, { ...init, headers });
        statuses.push(answer.status);
        return answer;
      },
      clock,
      baseUrl: `${desk.origin}/sc/sdk/v2/apps/${desk.appId}`,
      headers: () =>
        credentials ? { Authorization: `Basic ${btoa(credentials)}` } : ({} as Record<string, string>),
    }),
  );

const visit = async () => {
  const { appUser, sessionToken, conversations } = await connect().createUser(createUserBody(randomUUID()));
  const id = String(appUser?._id);
  const calls = connect(`${id}:${sessionToken}`);
  return { calls, id, conversation: String(conversations[0]?._id) };
};
const author = (appUserId: string) => sendBody(appUserId, '', '').author;

/** It has waited as long as the desk asked, each time that it was refused. */
const expectWaits = () => {
  expect(waits.length).toBeGreaterThan(0);
  expect(waits).toHaveLength(statuses.filter((status) => status === 429).length);
  for (const ms of waits) expect(ms > 100_000 && ms <= 300_000).toBe(true);
};

describe('the messenger at a desk that has had too many calls', () => {
  it('waits as long as it is told, and all new visitors come in', async () => {
    const visitors = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(() => visit()));
    expect(new Set(visitors.map(({ id }) => id)).size).toBe(5);
    expectWaits();
  });

  it('sends every text once, in order', async () => {
    const { calls, id, conversation } = await visit();
    const texts = ['1', '2', '3', '4', '5'];
    for (const text of texts) await calls.sendMessage(conversation, sendBody(id, text, `key-${text}`));
    const { messages } = await calls.getMessages(conversation);
    expect(messages.map(({ text }) => text)).toEqual(texts);
    expectWaits();
  });

  it('sends every file once, in order', async () => {
    const { calls, id, conversation } = await visit();
    const names = ['1.txt', '2.txt', '3.txt', '4.txt', '5.txt'];
    for (const name of names)
      await calls.uploadFile(conversation, author(id), new File(['text'], name), `key-${name}`);
    const { messages } = await calls.getMessages(conversation);
    expect(messages.map(({ altText }) => altText)).toEqual(names);
    expectWaits();
  });

  it('drops what it says of typing, which is no longer true later', async () => {
    const { calls, id, conversation } = await visit();
    const type = () =>
      calls
        .sendActivity(conversation, { author: author(id), activity: { type: 'typing:start' } })
        .then(() => 'told')
        .catch(({ status }) => status);
    addresses++;
    statuses = [];
    expect([await type(), await type(), await type()]).toEqual(['told', 'told', 429]);
    expect([statuses.length, waits]).toEqual([3, []]);
  });
});
