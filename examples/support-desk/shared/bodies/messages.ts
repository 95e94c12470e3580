import * as v from 'valibot';
import { followUpBody } from './acts';
import { actions, answeredField, formField, items } from './messageParts';
import {
  degrees,
  fullText,
  messageText,
  metadata,
  payload,
  referenceId,
  text,
  webAddress,
  words,
} from './parts';

/**
 * The messages that agents may send, by type, with their limits. Unknown fields are dropped. So is
 * `htmlText`, because a client cannot show it safely; formatted text goes into `markdownText`.
 */

/** A quote from outside the conversation. For a message inside it, send only `quotedMessageId`. */
const quotedMessage = v.variant('type', [
  v.object({ type: v.literal('externalMessageId'), externalMessageId: words(300) }),
  v.object({
    type: v.literal('message'),
    content: v.object({
      _id: v.optional(text(100)),
      type: v.optional(text(40), 'text'),
      role: v.optional(v.picklist(['appUser', 'appMaker']), 'appUser'),
      name: v.optional(text(100)),
      text: v.optional(fullText),
      textFallback: v.optional(fullText),
      altText: v.optional(text(128)),
    }),
  }),
]);

/** The author shown to the visitor; `authorSubtypes` marks authors that are not a person. */
const author = {
  name: v.optional(words(100)),
  avatarUrl: v.optional(webAddress),
  authorId: v.optional(words(100)),
  authorSubtypes: v.optional(v.pipe(v.array(v.picklist(['AI', 'bot', 'agent', 'activity'])), v.maxLength(4))),
};

const common = {
  referenceId: v.optional(referenceId),
  ...author,
  payload: v.optional(payload),
  metadata: v.optional(metadata),
  quotedMessageId: v.optional(words(100)),
  quotedMessage: v.optional(quotedMessage),
  markdownText: v.optional(text(20_000)),
  textFallback: v.optional(fullText),
  blockChatInput: v.optional(v.boolean()),
  references: v.optional(
    v.pipe(
      v.array(
        v.object({ uri: webAddress, title: v.optional(text(300)), description: v.optional(text(1000)) }),
      ),
      v.maxLength(10),
    ),
  ),
};
const caption = v.optional(messageText);
const pixels = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535)));
const media = {
  text: caption,
  mediaUrl: webAddress,
  mediaType: v.optional(text(128)),
  mediaSize: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  altText: v.optional(text(128)),
  attachmentId: v.optional(text(100)),
};

/** What the author of a text knew. If somebody else has answered or closed the conversation since, the answer is 409. */
const seen = v.object({ received: v.pipe(v.number(), v.finite()), open: v.boolean() });

const textMessage = v.object({
  seen: v.optional(seen),
  /** What to do once it is stored. The answer has `followUp`. */
  followUp: v.optional(followUpBody),
  ...common,
  type: v.literal('text'),
  text: messageText,
  actions,
  /** Whether the text is the beginning of a growing answer (`growthBody`). */
  growing: v.optional(v.boolean()),
});

export const agentMessageFields = v.variant('type', [
  textMessage,
  v.object({
    ...common,
    ...media,
    type: v.literal('image'),
    /** An addition of this desk: the size in pixels, so that clients reserve its space before it loads. */
    mediaWidth: pixels,
    mediaHeight: pixels,
    actions,
  }),
  v.object({ ...common, ...media, type: v.literal('file') }),
  v.object({
    ...common,
    type: v.literal('carousel'),
    text: caption,
    items,
    displaySettings: v.optional(v.object({ imageAspectRatio: v.picklist(['horizontal', 'square']) })),
  }),
  v.object({ ...common, type: v.literal('list'), text: caption, items, actions }),
  v.object({
    ...common,
    type: v.literal('location'),
    text: caption,
    coordinates: v.object({ lat: degrees(90), long: degrees(180) }),
    location: v.optional(v.object({ address: v.optional(text(300)), name: v.optional(text(300)) })),
  }),
  v.object({
    ...common,
    type: v.literal('form'),
    text: caption,
    fields: v.pipe(v.array(formField), v.minLength(1), v.maxLength(20)),
  }),
  v.object({
    ...common,
    type: v.literal('formResponse'),
    text: caption,
    fields: v.pipe(v.array(answeredField), v.minLength(1), v.maxLength(20)),
  }),
  v.object({ ...common, type: v.literal('template'), text: caption, template: v.optional(metadata) }),
]);

/**
 * `POST /conversations/{id}/messages` takes the message itself or `{message}`, and answers `{messages: [message]}`. A message
 * without a type is text.
 */
export const agentMessageBody = v.pipe(
  v.record(v.string(), v.unknown()),
  v.transform((body) => {
    const inner = body.message;
    const one = inner !== null && typeof inner === 'object' && !Array.isArray(inner) ? inner : body;
    return { type: 'text', ...one };
  }),
  agentMessageFields,
);

/** What a text message, or one of another type, is sent as. */
export type AgentSendBody = Partial<
  Pick<v.InferInput<typeof textMessage>, 'text' | 'referenceId' | 'seen' | 'followUp'>
> & {
  type?: string;
  [field: string]: unknown;
};

/** The next version of a growing answer. */
export const growthBody = v.object({
  text: v.optional(messageText),
  markdownText: common.markdownText,
  references: common.references,
  growing: v.optional(v.boolean()),
});

/** What an agent corrects a text to. */
export const editBody = v.object({ text: messageText, markdownText: common.markdownText });
export type AgentEditBody = v.InferInput<typeof editBody>;

/** The message part of an agent's upload. The file determines its type and media fields. */
export const agentFileMessage = v.object({
  ...common,
  text: caption,
  altText: v.optional(text(128)),
  actions,
});
