import * as v from 'valibot';
import { fullText, metadata, payload, referenceId } from './decode';

/**
 * The messages that agents may send, by type, with their limits. Unknown fields are dropped. So is
 * `htmlText`, because a client cannot show it safely; formatted text goes into `markdownText`.
 */

const text = (max: number) => v.pipe(v.string(), v.maxLength(max));
const words = (max: number) => v.pipe(v.string(), v.regex(/\S/, 'may not be empty'), v.maxLength(max));
const webAddress = v.pipe(
  v.string(),
  v.maxLength(2048),
  v.url(),
  v.regex(/^https?:/i, 'must be an http or https address'),
);
/** Addresses that a link may open. Other schemes could run a script. */
const linkAddress = v.pipe(
  v.string(),
  v.maxLength(2048),
  v.regex(/^(https?:\/\/|mailto:|tel:)\S+$/i, 'must be an http, https, mailto or tel address'),
);
const messageText = v.pipe(fullText, v.regex(/\S/, 'may not be empty'));

const actionFields = {
  _id: v.optional(text(100)),
  text: words(128),
  default: v.optional(v.boolean()),
  iconUrl: v.optional(webAddress),
  metadata: v.optional(metadata),
  extraChannelOptions: v.optional(metadata),
};

const action = v.variant('type', [
  v.object({ ...actionFields, type: v.literal('link'), uri: linkAddress }),
  v.object({ ...actionFields, type: v.literal('reply'), payload: v.optional(text(1000)) }),
  v.object({ ...actionFields, type: v.literal('postback'), payload: v.optional(text(1000)) }),
  v.object({
    ...actionFields,
    type: v.literal('webview'),
    uri: webAddress,
    fallback: webAddress,
    size: v.optional(v.picklist(['compact', 'tall', 'full'])),
    openOnReceive: v.optional(v.boolean()),
  }),
  v.object({ ...actionFields, type: v.literal('locationRequest') }),
  v.object({
    ...actionFields,
    type: v.literal('buy'),
    uri: v.optional(linkAddress),
    amount: v.pipe(v.number(), v.integer(), v.minValue(0)),
    currency: v.pipe(v.string(), v.regex(/^[a-z]{3}$/i, 'must be a three-letter currency')),
    state: v.optional(v.picklist(['offered', 'paid'])),
  }),
]);

const actions = v.optional(v.pipe(v.array(action), v.maxLength(10)));

const itemFields = {
  _id: v.optional(text(100)),
  title: words(128),
  description: v.optional(text(128)),
  mediaUrl: v.optional(webAddress),
  mediaType: v.optional(text(128)),
  altText: v.optional(text(128)),
  size: v.optional(v.picklist(['compact', 'large'])),
  metadata: v.optional(metadata),
  actions: v.optional(v.pipe(v.array(action), v.maxLength(3))),
};
const items = v.pipe(v.array(v.object(itemFields)), v.minLength(1), v.maxLength(10));

const size = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(256)));
const choice = v.object({ name: words(128), label: words(128) });
const fieldCommon = {
  _id: v.optional(text(100)),
  name: words(128),
  label: words(128),
  placeholder: v.optional(text(128)),
};
const formField = v.variant('type', [
  v.object({
    ...fieldCommon,
    type: v.literal('text'),
    minSize: size,
    maxSize: size,
    format: v.optional(v.picklist(['integer', 'decimal'])),
  }),
  v.object({ ...fieldCommon, type: v.literal('email') }),
  v.object({
    ...fieldCommon,
    type: v.literal('select'),
    options: v.pipe(v.array(choice), v.minLength(1), v.maxLength(200)),
    selectSize: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  }),
]);
const answeredField = v.variant('type', [
  v.object({ ...fieldCommon, type: v.literal('text'), text: text(256) }),
  v.object({ ...fieldCommon, type: v.literal('email'), email: text(128) }),
  v.object({ ...fieldCommon, type: v.literal('select'), select: v.array(choice) }),
]);

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
const degrees = (most: number) => v.pipe(v.number(), v.minValue(-most), v.maxValue(most));

/** What the author knew of the conversation. */
const seen = v.object({ received: v.pipe(v.number(), v.finite()), open: v.boolean() });

const message = v.variant('type', [
  v.object({
    seen: v.optional(seen),
    ...common,
    type: v.literal('text'),
    text: messageText,
    actions,
    /** The text is the beginning of an answer, which grows (`growthBody`). */
    growing: v.optional(v.boolean()),
  }),
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

/** A message without a type is text. The body is the message itself or `{message}`. */
export const agentMessageBody = v.pipe(
  v.record(v.string(), v.unknown()),
  v.transform((body) => {
    const inner = body.message;
    const one = inner !== null && typeof inner === 'object' && !Array.isArray(inner) ? inner : body;
    return { type: 'text', ...one };
  }),
  message,
);

/** The next version of an answer that grows. */
export const growthBody = v.object({
  text: v.optional(messageText),
  markdownText: common.markdownText,
  references: common.references,
  growing: v.optional(v.boolean()),
});

/** The message part of an agent's upload. The file determines its type and media fields. */
export const agentFileMessage = v.object({
  ...common,
  text: caption,
  altText: v.optional(text(128)),
  actions,
});
