import type { Creation } from '../../../services/messaging';
import type { RequestError } from '../../../services/requestError';
import type { CreateConversationBody, CreateUserBody } from '../../../wire/client';
import type { ConversationAnswer } from '../../../wire/conversation';
import type { Json } from '../../../wire/decode';
import type { UserAnswer } from '../../../wire/user';

type Said = { conversation: () => Json; user: () => Json };

/** The object under its name; nothing when it is empty. */
const named = <Name extends string>(name: Name, values: Json) =>
  (Object.keys(values).length > 0 ? { [name]: values } : {}) as Partial<Record<Name, Json>>;

/**
 * Makes the call with the page's metadata. If the service refuses it, makes the call without, so that the visitor can
 * still write.
 */
const orWithout = async <Answer>(values: Json, ask: (values: Json) => Promise<Answer>) => {
  try {
    return { answer: await ask(values), values };
  } catch (error) {
    if ((error as RequestError).status !== 400 || Object.keys(values).length === 0) throw error;
    return { answer: await ask({}), values: {} };
  }
};

/**
 * Adds the page's metadata to the calls that create a visitor or a conversation, so that an automatic answer to
 * the first message can use it.
 * @param noted called with the id of a conversation and what it was created with
 */
export const createWithMetadata = (said: Said, noted: (id: string, values: Json) => void): Creation => {
  const user = async (body: CreateUserBody, create: (body: CreateUserBody) => Promise<UserAnswer>) => {
    const { answer, values } = await orWithout(
      { ...named('metadata', said.conversation()), ...named('properties', said.user()) },
      ({ metadata, properties }) =>
        create({
          ...body,
          conversation: { ...body.conversation, ...(metadata ? { metadata: metadata as Json } : {}) },
          ...(properties ? { properties: properties as Json } : {}),
        }),
    );
    for (const { _id } of answer.conversations) noted(_id, (values.metadata ?? {}) as Json);
    return answer;
  };
  const conversation = async (
    body: CreateConversationBody,
    create: (body: CreateConversationBody) => Promise<ConversationAnswer>,
  ) => {
    const { answer, values } = await orWithout(said.conversation(), (metadata) =>
      create({ ...body, ...named('metadata', { ...metadata, ...body.metadata }) }),
    );
    if (answer.conversation) noted(answer.conversation._id, { ...values, ...body.metadata });
    return answer;
  };
  // The body of a visitor has that of their conversation in it.
  return ((body: CreateUserBody | CreateConversationBody, create: never) =>
    'conversation' in body ? user(body, create) : conversation(body, create)) as Creation;
};
