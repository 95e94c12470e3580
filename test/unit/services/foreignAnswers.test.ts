import { describe, expect, it } from 'vitest';
import { fetchLinkRequest, unlinkChannel } from '../../../src/services/channelCalls';
import {
  contentUrl,
  sendPostback,
  sendReferral,
  submitForm,
  updateConversation,
  uploadFile,
} from '../../../src/services/conversationCalls';
import type { Http } from '../../../src/services/http';
import { login, logout, updateUser } from '../../../src/services/identityCalls';
import { fetchIntegration } from '../../../src/services/integrationCalls';
import { sendRating } from '../../../src/services/ratingCalls';
import { RequestError } from '../../../src/services/requestError';
import type { ActivityBody, Author, ClientInfo, SendMessageBody } from '../../../src/wire/client';
import { allCalls } from '../../support/allCalls';
import { createFakeClock } from '../../support/fakeClock';
import { foreignAnswers } from '../../support/foreignAnswers';
import { servicesOf } from '../../support/servicesOf';

const client = {} as ClientInfo;
const author = { role: 'appUser' } as Author;
const file = new File(['x'], 'x.txt');
const form = { fields: [], quotedMessageId: 'm', referenceId: 'r' };

/** Calls whose answer holds something. */
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
};

/** Calls whose answer holds nothing, or may: any object is one. */
const telling: Record<string, (http: Http) => Promise<unknown>> = {
  'the conversation': (http) => allCalls(http).getConversation('c'),
  'the list of conversations': (http) => allCalls(http).listConversations('u'),
  'a websocket token': (http) => allCalls(http).websocketToken('u'),
  'what is typed and read': (http) => allCalls(http).sendActivity('c', {} as ActivityBody),
  'a pressed button': (http) => sendPostback(http, 'c', author, { actionId: 'a', referenceId: 'r' }),
  'a campaign': (http) => sendReferral(http, 'c', author, 's'),
  'metadata of a conversation': (http) => updateConversation(http, 'c', { client, metadata: {} }),
  'a rating': (http) => sendRating(http, 'c', { score: 'good' }),
  'what the page says of the visitor': (http) => updateUser(http, 'u', {}),
  'a logout': (http) => logout(http, 'u', client),
  'an unlinked channel': (http) => unlinkChannel(http, 'u', 'c'),
};

/** Makes a call to which something else than the service gives this answer. */
const answered = async (
  run: (http: Http) => Promise<unknown>,
  { status, text }: { status: number; text: string },
) => {
  const done: string[] = [];
  const { connect } = servicesOf('https://desk.example', createFakeClock(), () => 'Basic x', {
    async recover() {
      done.push('a new credential is asked for');
      return false;
    },
    onRefused: () => done.push('the visitor has ended'),
  });
  let asked = 0;
  const http = connect(undefined, undefined, undefined, (async () => {
    asked++;
    return new Response(text, { status });
  }) as typeof fetch);
  const failure = await run(http).then(
    () => undefined,
    (error: RequestError) => error,
  );
  return { failure, done, asked };
};

describe.each([...foreignAnswers])('%s', (_name, answer) => {
  it('is no answer of the service: it ends no visitor, refuses nothing, and may be followed by one (http-15, http-16)', async () => {
    const isObject = answer.status === 200 && answer.text.startsWith('{') && answer.text.endsWith('}');
    const all = [...Object.entries(asking), ...(isObject ? [] : Object.entries(telling))];
    for (const [what, run] of all) {
      const { failure, done, asked } = await answered(run, answer);
      expect(failure, what).toBeInstanceOf(RequestError);
      const { isTransient, isRefused, status, code } = failure as RequestError;
      expect({ isTransient, isRefused, status, code, done, asked }, what).toEqual({
        isTransient: true,
        isRefused: false,
        status: 0,
        code: undefined,
        done: [],
        asked: 1,
      });
    }
  });
});
