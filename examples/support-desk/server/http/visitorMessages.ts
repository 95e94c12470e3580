import { foldEmail, isEmail } from '@porch/messenger/wire/emailAddress';
import * as v from 'valibot';
import {
  degrees,
  fullText,
  metadata,
  payload,
  referenceId,
  shortText,
  text,
} from '../../shared/bodies/parts';
import { client, signedCampaignData } from './visitorBodies';

/** The bodies of what visitors send in a conversation. Unknown fields are dropped everywhere. */

/** The author that a visitor claims to be. The credentials decide; a contradicting claim is refused. */
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
    name: text(128),
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
  altText: v.optional(text(128)),
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
