import type { Author, ClientInfo } from '../wire/client';
import { obj, str } from '../wire/decode';
import type { WireMessage } from '../wire/message';
import type { Http } from './http';
import { storedMessage } from './messageCalls';
import { given, RequestError } from './requestError';

const id = encodeURIComponent;

/** One answer to a form field: the value is stored under the field's type, such as `email`. */
type AnsweredField = { type: string; name: string; label: string } & Record<string, unknown>;

/** `PUT /conversations/{id}`. Metadata is merged by name; a field that is left out stays. */
export const updateConversation = (
  http: Http,
  conversation: string,
  body: {
    client: ClientInfo;
    metadata: Record<string, unknown>;
    displayName?: string;
    description?: string;
    iconUrl?: string;
  },
): Promise<unknown> => http('PUT', `/conversations/${id(conversation)}`, body);

/**
 * Posts the answers to a form as a `formResponse` message that quotes the form.
 * @returns the stored message
 * @throws RequestError 'Message failed to send' unless the answer holds exactly one message
 */
export const submitForm = async (
  http: Http,
  conversation: string,
  author: Author,
  form: { fields: AnsweredField[]; quotedMessageId: string; referenceId: string },
): Promise<WireMessage> => {
  const message = { role: 'appUser', type: 'formResponse', ...form };
  return storedMessage(
    await http('POST', `/conversations/${id(conversation)}/messages`, { author, message }),
  );
};

/** `POST /conversations/{id}/postback`. */
export const sendPostback = (
  http: Http,
  conversation: string,
  author: Author,
  postback: { actionId: string; referenceId: string },
): Promise<unknown> => http('POST', `/conversations/${id(conversation)}/postback`, { author, postback });

/** `POST /conversations/{id}/referral`. */
export const sendReferral = (
  http: Http,
  conversation: string,
  author: Author,
  signedCampaignData: string,
): Promise<unknown> =>
  http('POST', `/conversations/${id(conversation)}/referral`, {
    author,
    intent: 'proactiveMessaging',
    signedCampaignData,
  });

/**
 * `GET /attachments/contentUrl`: a signed address at which an attachment can be shown.
 * @throws RequestError 'Failed to get attachment URL'
 */
export const contentUrl = async (http: Http, mediaUrl: string): Promise<string> => {
  const failure = 'Failed to get attachment URL';
  const path = `/attachments/contentUrl?mediaUrl=${id(mediaUrl)}`;
  const answer = obj(
    await http('GET', path).catch((error: RequestError) => {
      throw error.isActionCancelled ? error : new RequestError(error.kind, failure, error.status, error.code);
    }),
  );
  return given(str(answer.previewContentUrl) ?? str(answer.contentUrl), failure);
};
