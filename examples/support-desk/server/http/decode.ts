import { isTooLong } from '@porch/messenger/model/validation';
import { foldEmail, isEmail } from '@porch/messenger/wire/emailAddress';
import { MAX_TEXT } from '@porch/messenger/wire/message';
import * as v from 'valibot';
import { cutText } from '../model/clean';

/** Parts that several bodies share. Unknown fields are dropped everywhere. */
export const shortText = v.pipe(v.string(), v.maxLength(300));
/** A text as long as a message's may be. */
export const fullText = v.pipe(
  v.string(),
  v.check((text) => !isTooLong(text), `may have at most ${MAX_TEXT} characters`),
);
export const payload = v.pipe(v.string(), v.maxLength(4096));
export const referenceId = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
export const metadata = v.pipe(
  v.record(v.string(), v.unknown()),
  v.check((m) => JSON.stringify(m).length <= 20_000, 'may have at most 20,000 characters'),
);

const infoText = v.pipe(
  v.string(),
  v.transform((text) => cutText(text, 2048)),
);

/**
 * The widget's description of its browser; an `info` of a wrong type is ignored. Visitors come from the web only:
 * another platform would be shown to agents as a linked channel.
 */
export const client = v.object({
  platform: v.fallback(v.literal('web'), 'web'),
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  integrationId: v.optional(shortText),
  appVersion: v.optional(shortText),
  info: v.fallback(
    v.optional(
      v.partial(
        v.object({
          vendor: infoText,
          sdkVersion: infoText,
          URL: infoText,
          userAgent: infoText,
          referrer: infoText,
          browserLanguage: infoText,
          currentUrl: infoText,
          currentTitle: infoText,
        }),
      ),
    ),
    undefined,
  ),
});

const intent = v.optional(v.picklist(['conversation:start', 'message:appUser', 'proactiveMessaging']));

const conversationFields = {
  displayName: v.optional(shortText),
  description: v.optional(shortText),
  iconUrl: v.optional(v.pipe(v.string(), v.url(), v.regex(/^https?:/i), v.maxLength(2048))),
  metadata: v.optional(metadata),
};

const signedCampaignData = v.pipe(v.string(), v.minLength(1), v.maxLength(20_000));
const campaign = v.optional(signedCampaignData);

const locale = v.optional(v.pipe(v.string(), v.maxLength(35)));

const LEAST_LETTERS = 8;

/** For a while this id acts as a session, so others must not guess it, as they could a customer's number. */
const creationId = v.pipe(
  v.string(),
  v.minLength(16),
  v.maxLength(100),
  v.check((id) => new Set(id).size >= LEAST_LETTERS, 'must be random, such as a UUID'),
);

export const createUserBody = v.object({
  client: v.optional(client),
  intent,
  locale,
  referenceId: v.optional(creationId),
  properties: v.optional(metadata),
  signedCampaignData: campaign,
  conversation: v.optional(v.object(conversationFields)),
});

export const updateUserBody = v.object({
  client: v.optional(client),
  locale,
  properties: v.optional(metadata),
});

export const logoutBody = v.object({ client: v.optional(client) });

export const loginBody = v.object({
  client: v.optional(client),
  locale,
  /** The external id, sent along with a JWT. */
  userId: v.optional(v.string()),
  appUserId: v.optional(v.string()),
  sessionToken: v.optional(v.string()),
});

export const createConversationBody = v.object({
  client: v.optional(client),
  intent,
  referenceId: v.optional(referenceId),
  signedCampaignData: campaign,
  ...conversationFields,
});

export const updateConversationBody = v.object({
  client: v.optional(client),
  ...conversationFields,
});

/** The author a visitor claims to be. The credentials decide; a claim that contradicts them is refused. */
export const author = v.object({
  role: v.optional(v.literal('appUser')),
  appUserId: v.optional(v.string()),
  sessionId: v.optional(shortText),
  client: v.optional(client),
});

const messageCommon = {
  role: v.optional(v.literal('appUser')),
  referenceId: v.optional(referenceId),
  payload: v.optional(payload),
  metadata: v.optional(metadata),
};

const textMessage = v.object({
  ...messageCommon,
  type: v.literal('text'),
  text: v.pipe(v.string(), v.regex(/\S/, 'may not be empty')),
  quotedMessageId: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(100))),
});

const degrees = (most: number) => v.pipe(v.number(), v.minValue(-most), v.maxValue(most));

/** The answer to a locationRequest. */
const locationMessage = v.object({
  ...messageCommon,
  type: v.literal('location'),
  coordinates: v.object({ lat: degrees(90), long: degrees(180) }),
  location: v.optional(v.object({ address: v.optional(shortText), name: v.optional(shortText) })),
});

const formAnswer = v.pipe(
  v.looseObject({
    type: v.picklist(['text', 'email', 'select']),
    name: v.pipe(v.string(), v.maxLength(128)),
  }),
  // The value is under the key named by the field's type.
  v.transform((field) => ({ type: field.type, name: field.name, value: field[field.type] })),
);

const formResponseMessage = v.object({
  ...messageCommon,
  type: v.literal('formResponse'),
  quotedMessageId: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  fields: v.pipe(v.array(formAnswer), v.minLength(1), v.maxLength(20)),
});

export const sendBody = v.object({
  author: v.optional(author, {}),
  message: v.pipe(
    v.record(v.string(), v.unknown()),
    v.transform((message) => ({ type: 'text', ...message })),
    v.variant('type', [textMessage, formResponseMessage, locationMessage]),
  ),
});

export type VisitorMessage = v.InferOutput<typeof sendBody>['message'];

/** The message part of an upload. */
export const fileMessage = v.object({
  role: messageCommon.role,
  referenceId: messageCommon.referenceId,
  metadata: messageCommon.metadata,
  text: v.optional(fullText),
  altText: v.optional(v.pipe(v.string(), v.maxLength(128))),
});

export const postbackBody = v.object({
  author: v.optional(author, {}),
  postback: v.object({
    actionId: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
    referenceId: v.optional(referenceId),
  }),
});

export const referralBody = v.object({
  author: v.optional(author, {}),
  intent: v.optional(v.literal('proactiveMessaging')),
  signedCampaignData,
});

export const activityBody = v.object({
  author: v.optional(author, {}),
  activity: v.object({
    type: v.picklist([
      'conversation:read',
      'typing:start',
      'typing:stop',
      'message:delivery',
      'conversation:end',
    ]),
    messageId: v.optional(shortText),
  }),
});

const MOST_COMMENT = 1000;

export const ratingBody = v.object({
  score: v.picklist(['good', 'bad']),
  comment: v.optional(v.pipe(v.string(), v.maxLength(MOST_COMMENT), v.trim())),
});

export const transcriptBody = v.object({
  email: v.pipe(
    v.string(),
    v.maxLength(254),
    v.transform(foldEmail),
    v.check(isEmail, 'must be an email address'),
  ),
  referenceId: v.pipe(v.string(), v.minLength(8), v.maxLength(100)),
});
