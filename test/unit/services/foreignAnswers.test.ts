import { describe, expect, it } from 'vitest';
import { fetchTeamStatus } from '../../../src/features/people/teamStatus';
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
import { stopGrowing } from '../../../src/services/growthCalls';
import type { Http } from '../../../src/services/http';
import { login, logout, updateUser } from '../../../src/services/identityCalls';
import { fetchIntegration } from '../../../src/services/integrationCalls';
import { getRating, sendRating } from '../../../src/services/ratingCalls';
import { PROXY_LIMIT, RequestError } from '../../../src/services/requestError';
import { fetchEmail, mailTranscript } from '../../../src/services/transcriptCalls';
import type { ActivityBody, Author, ClientInfo, SendMessageBody } from '../../../src/wire/client';
import { OWN_MARK } from '../../../src/wire/ownMark';
import { allCalls } from '../../support/allCalls';
import { createFakeClock } from '../../support/fakeClock';
import { emptyAnswers, type ForeignAnswer, foreignAnswers } from '../../support/foreignAnswers';
import { servicesOf } from '../../support/servicesOf';

const client = {} as ClientInfo;
const author = { role: 'appUser' } as Author;
const file = new File(['x'], 'x.txt');
const form = { fields: [], quotedMessageId: 'm', referenceId: 'r' };

/** Calls whose answer holds something, by which it is known. */
const asking: Record<string, (http: Http) => Promise<unknown>> = {
  'a new visitor': (http) => allCalls(http).createUser({} as never),
  'the visitor': (http) => allCalls(http).getUser('u'),
  'a login': (http) => login(http, { client }),
  'the messages': (http) => allCalls(http).getMessages('c'),
  'a text': (http) => allCalls(http).sendMessage('c', {} as SendMessageBody),
  'the answers to a form': (http) => submitForm(http, 'c', author, form),
  'a file': (http) => uploadFile(http, 'c', author, file, 'r'),
  'the integration': (http) => fetchIntegration(http, 'i'),
  'an attachment': (http) => contentUrl(http, 'https://desk.example/a'),
  'a link to a channel': (http) => fetchLinkRequest(http, 'u', 'i'),
  'the list of conversations': (http) => allCalls(http).listConversations('u'),
  'a rating': (http) => sendRating(http, 'c', { score: 'good' }),
  'a new conversation': (http) => allCalls(http).createConversation('u', {} as never),
  'the rating': (http) => getRating(http, 'c'),
  "the visitor's address": (http) => fetchEmail(http, 'u'),
  "the visitor's channels": (http) => fetchChannelClients(http, 'u'),
  'the channels': (http) => fetchChannels(http, 'i'),
  'the team': (http) => fetchTeamStatus(http, 'i'),
  'an answer that is to stop': (http) => stopGrowing(http, 'c', 'm'),
};

/** Calls whose answer holds nothing, or may: it is known by the mark alone, of a service that sends it. */
const telling: Record<string, (http: Http) => Promise<unknown>> = {
  'the conversation': (http) => allCalls(http).getConversation('c'),
  'a websocket token': (http) => allCalls(http).websocketToken('u'),
  'what is typed and read': (http) => allCalls(http).sendActivity('c', {} as ActivityBody),
  'a pressed button': (http) => sendPostback(http, 'c', author, { actionId: 'a', referenceId: 'r' }),
  'a campaign': (http) => sendReferral(http, 'c', author, 's'),
  'metadata of a conversation': (http) => updateConversation(http, 'c', { client, metadata: {} }),
  'what the page says of the visitor': (http) => updateUser(http, 'u', {}),
  'a logout': (http) => logout(http, 'u', client),
  'an unlinked channel': (http) => unlinkChannel(http, 'u', 'c'),
  'a transcript': (http) => mailTranscript(http, 'c', { email: 'a@b.example', referenceId: 'r' }),
};

/** Makes a call to which something else than the service gives this answer, after the service has answered one. */
const answered = async (
  run: (http: Http) => Promise<unknown>,
  { status, text }: ForeignAnswer,
  headers?: Record<string, string>,
  own?: Record<string, string>,
) => {
  const done: string[] = [];
  const { connect } = servicesOf('https://desk.example', createFakeClock(), () => 'Basic x', {
    async recover() {
      done.push('a new credential is asked for');
      return false;
    },
    onRefused: () => done.push('the visitor has ended'),
  });
  const answers = [new Response('{}', { headers }), new Response(text || null, { status, headers: own })];
  let asked = -1;
  const http = connect(undefined, undefined, undefined, (async () => answers[++asked]) as typeof fetch);
  await http('GET', '/');
  const failure = await run(http).then(
    () => undefined,
    (error: RequestError) => error,
  );
  return { failure, done, asked };
};

describe.each([...foreignAnswers, ...emptyAnswers])('%s', (_name, answer) => {
  it('is no answer of the service: it ends no visitor, refuses nothing, and may be followed by one (http-15, http-16)', async () => {
    for (const [what, run] of Object.entries({ ...asking, ...telling })) {
      const headers = what in telling ? { [OWN_MARK]: '1' } : undefined;
      const { failure, done, asked } = await answered(run, answer, headers);
      expect(failure, what).toBeInstanceOf(RequestError);
      const { isTransient, isRefused, status, code } = failure as RequestError;
      expect({ isTransient, isRefused, status, code, done, asked }, what).toEqual({
        isTransient: true,
        isRefused: false,
        status: 0,
        // Whoever sends a file may know that the same one will not pass later.
        code: answer.status === 413 ? PROXY_LIMIT : undefined,
        done: [],
        asked: 1,
      });
    }
  });
});

it('a service that marks no answer may answer with nothing, or any object, where no more is asked (http-15)', async () => {
  for (const answer of emptyAnswers.values())
    for (const [what, run] of Object.entries(telling))
      expect((await answered(run, answer)).failure, what).toBeUndefined();
});

it('an older version of a service that marks its answers is known by what all versions send (http-15)', async () => {
  for (const answer of emptyAnswers.values())
    for (const [what, run] of Object.entries(telling)) {
      const after = (own: Record<string, string>) => answered(run, answer, { [OWN_MARK]: '1' }, own);
      expect((await after({ 'cache-control': 'no-store' })).failure, what).toBeUndefined();
      expect((await after({ 'cache-control': 'no-cache, no-store' })).failure, what).toBeDefined();
    }
});
