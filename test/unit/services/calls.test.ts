import { describe, expect, it } from 'vitest';
import {
  fetchChannelClients,
  fetchChannels,
  fetchLinkRequest,
  unlinkChannel,
} from '../../../src/services/channelCalls';
import {
  contentUrl,
  sendPostback,
  sendReferral,
  submitForm,
  updateConversation,
} from '../../../src/services/conversationCalls';
import { uploadFile } from '../../../src/services/fileCalls';
import type { Http } from '../../../src/services/http';
import { login, logout, updateUser } from '../../../src/services/identityCalls';
import { fetchIntegration } from '../../../src/services/integrationCalls';
import { RequestError } from '../../../src/services/requestError';
import type { Author, ClientInfo } from '../../../src/wire/client';

const author: Author = { role: 'appUser', appUserId: 'u', sessionId: 's' };
const client = { platform: 'web', id: 'c' } as ClientInfo;
/** A path segment that must be encoded. */
const ODD = 'a/b?c#d';
const SAFE = 'a%2Fb%3Fc%23d';

const service = (answer: unknown) => {
  const calls: unknown[][] = [];
  const http: Http = async (...call) => {
    calls.push(call);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { http, calls };
};
const failure = async (request: Promise<unknown>) => {
  const error = await request.then(
    () => undefined,
    (e: RequestError) => e,
  );
  expect(error).toBeInstanceOf(RequestError);
  return error as RequestError;
};
const forbidden = new RequestError('http', '403: No', 403, 'forbidden');
const cancelled = new RequestError('cancelled', 'Another visitor came meanwhile');

describe.each<[string, (http: Http) => Promise<unknown>, unknown[]]>([
  [
    'logging in with a JWT',
    (http) => login(http, { client, userId: 'ann', appUserId: 'u', sessionToken: 't' }),
    ['POST', '/login', { client, userId: 'ann', appUserId: 'u', sessionToken: 't' }],
  ],
  ['logging out', (http) => logout(http, ODD, client), ['POST', `/appusers/${SAFE}/logout`, { client }]],
  [
    'updating the visitor',
    (http) => updateUser(http, ODD, { locale: 'de' }),
    ['PUT', `/appusers/${SAFE}`, { locale: 'de' }],
  ],
  [
    'updating a conversation',
    (http) => updateConversation(http, ODD, { client, metadata: { a: 1 } }),
    ['PUT', `/conversations/${SAFE}`, { client, metadata: { a: 1 } }],
  ],
  [
    'pressing a postback button',
    (http) => sendPostback(http, ODD, author, { actionId: 'act', referenceId: 'r' }),
    ['POST', `/conversations/${SAFE}/postback`, { author, postback: { actionId: 'act', referenceId: 'r' } }],
  ],
  [
    'answering a campaign',
    (http) => sendReferral(http, ODD, author, 'signed'),
    [
      'POST',
      `/conversations/${SAFE}/referral`,
      { author, intent: 'proactiveMessaging', signedCampaignData: 'signed' },
    ],
  ],
  [
    'removing a channel',
    (http) => unlinkChannel(http, ODD, ODD),
    ['DELETE', `/appusers/${SAFE}/clients/${SAFE}`],
  ],
  [
    'reading the account’s channels',
    (http) => fetchChannels(http, ODD),
    ['GET', `/integrations/${SAFE}/config`],
  ],
  [
    'reading the integration’s settings',
    (http) => fetchIntegration(http, ODD),
    ['GET', `/integrations/${SAFE}/config`],
  ],
  ['reading the linked channels', (http) => fetchChannelClients(http, ODD), ['GET', `/appusers/${SAFE}`]],
])('%s', (_name, run, expected) => {
  it('is one call, whose path no id can break out of (http-8)', async () => {
    const { http, calls } = service({ appUser: { _id: 'u' }, integration: {} });
    await run(http);
    expect(calls).toEqual([expected]);
  });

  it('tells of a visitor who changed as it is', async () => {
    expect(await failure(run(service(cancelled).http))).toBe(cancelled);
  });
});

it('logging in gives who the visitor is, and takes an answer without one for no answer of the service', async () => {
  const { http } = service({ appUser: { _id: 'u' }, conversations: [{ _id: 'c' }] });
  expect(await login(http, { client })).toMatchObject({
    appUser: { _id: 'u' },
    conversations: [{ _id: 'c' }],
  });
  for (const other of [undefined, {}, { conversations: [] }])
    expect(await failure(login(service(other).http, { client }))).toMatchObject({ kind: 'network' });
});

describe('continuing on another channel', () => {
  const link = { integrationId: 'i', type: 'whatsapp', code: '77', url: 'https://wa.example/77' };
  const words = 'Failed to fetch link request for integration i/1';

  it('asks for the link of one integration and gives it (http-8)', async () => {
    const { http, calls } = service({ linkRequests: [link] });
    expect(await fetchLinkRequest(http, ODD, 'i/1')).toEqual({ ...link, integrationId: 'i/1' });
    expect(calls).toEqual([['GET', `/appusers/${SAFE}/linkrequest?integrationIds=i%2F1`]]);
  });

  it.each([
    ['none', { linkRequests: [] }],
    ['two', { linkRequests: [link, link] }],
    ['one without an address', { linkRequests: [{ ...link, url: undefined }] }],
    ['no list', { linkRequests: link }],
    ['nothing', undefined],
  ])('fails with its own words where the answer holds %s (link-3)', async (_name, answer) => {
    const error = await failure(fetchLinkRequest(service(answer).http, 'u', 'i/1'));
    expect(error).toMatchObject({ kind: 'network', message: words });
  });

  it('fails with its own words, and the status, where it is refused (link-3)', async () => {
    const error = await failure(fetchLinkRequest(service(forbidden).http, 'u', 'i/1'));
    expect(error).toMatchObject({ kind: 'http', message: words, status: 403, code: 'forbidden' });
  });

  it('tells of a visitor who changed as it is', async () => {
    expect(await failure(fetchLinkRequest(service(cancelled).http, 'u', 'i'))).toBe(cancelled);
  });

  it('says that a channel could not be removed (http-11)', async () => {
    expect(await failure(unlinkChannel(service(forbidden).http, 'u', 'c'))).toMatchObject({
      message: 'An error occurred removing the channel.',
      status: 403,
    });
  });
});

describe('the address of an attachment', () => {
  it('is the preview’s, or else the content’s (http-8, http-10)', async () => {
    const { http, calls } = service({
      previewContentUrl: 'https://a.example/p',
      contentUrl: 'https://a.example/c',
    });
    expect(await contentUrl(http, 'https://a.example/?x=1&y')).toBe('https://a.example/p');
    expect(calls).toEqual([
      ['GET', '/attachments/contentUrl?mediaUrl=https%3A%2F%2Fa.example%2F%3Fx%3D1%26y'],
    ]);
    expect(await contentUrl(service({ contentUrl: 'c' }).http, 'm')).toBe('c');
  });

  it.each([[{}], [undefined], [{ previewContentUrl: 7 }], [forbidden]])(
    '%# fails with its own words (http-10)',
    async (answer) => {
      expect((await failure(contentUrl(service(answer).http, 'm'))).message).toBe(
        'Failed to get attachment URL',
      );
    },
  );

  it('tells of a visitor who changed as it is', async () => {
    expect(await failure(contentUrl(service(cancelled).http, 'm'))).toBe(cancelled);
  });
});

describe('a form that is filled in', () => {
  const form = {
    fields: [{ type: 'text', name: 'n', label: 'N', text: 'x' }],
    quotedMessageId: 'q',
    referenceId: 'r',
  };
  const message = { _id: 'm', received: 5, type: 'formResponse', role: 'appUser' };

  it('is posted as a formResponse that quotes the form (form-8, http-8)', async () => {
    const { http, calls } = service({ messages: [message] });
    expect(await submitForm(http, ODD, author, form)).toMatchObject({ _id: 'm', type: 'formResponse' });
    expect(calls).toEqual([
      [
        'POST',
        `/conversations/${SAFE}/messages`,
        { author, message: { role: 'appUser', type: 'formResponse', ...form } },
      ],
    ]);
  });

  it.each([[{ messages: [] }], [{ messages: [message, message] }], [{ messages: [{}] }], [{}], [undefined]])(
    '%# fails unless exactly one message comes back (msg-7)',
    async (answer) => {
      const error = await failure(submitForm(service(answer).http, 'c', author, form));
      expect(error).toMatchObject({ message: 'Message failed to send' });
    },
  );
});

describe('a file', () => {
  const file = new File(['abc'], 'cat.png', { type: 'image/png' });

  it('is posted with its author, its reference and itself, and gives the id of its message (http-8, http-9)', async () => {
    const { http, calls } = service({ messageId: 'm' });
    expect(await uploadFile(http, ODD, author, file, 'r')).toBe('m');
    const [method, path, form] = calls[0] as [string, string, FormData];
    expect([method, path, [...form.keys()]]).toEqual([
      'POST',
      `/conversations/${SAFE}/files`,
      ['author', 'message', 'source'],
    ]);
    expect(JSON.parse(String(form.get('author')))).toEqual(author);
    expect(JSON.parse(String(form.get('message')))).toEqual({ role: 'appUser', referenceId: 'r' });
    const source = form.get('source') as File;
    expect([source.name, await source.text()]).toEqual(['cat.png', 'abc']);
  });

  it.each([[{}], [{ messageId: 7 }], [undefined]])(
    '%# fails as unknown where no message id comes back (file-4)',
    async (answer) => {
      const error = await failure(uploadFile(service(answer).http, 'c', author, file, 'r'));
      expect(error).toMatchObject({ kind: 'network', message: 'unknown' });
    },
  );

  it('that is refused says why', async () => {
    expect(await failure(uploadFile(service(forbidden).http, 'c', author, file, 'r'))).toBe(forbidden);
  });
});
