import * as v from 'valibot';
import { metadata, referenceId, shortText, text } from '../../shared/bodies/parts';
import { cutText } from '../model/clean';

/** The bodies of visitors and their conversations. Unknown fields are dropped everywhere. */

const infoText = v.pipe(
  v.string(),
  v.transform((text) => cutText(text, 2048)),
);

/**
 * The widget's description of its browser; an `info` of a wrong type is ignored. Visitors come only from the web:
 * agents would see another platform as a linked channel.
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

export const signedCampaignData = v.pipe(v.string(), v.minLength(1), v.maxLength(20_000));
const campaign = v.optional(signedCampaignData);

const locale = v.optional(text(35));

const LEAST_LETTERS = 8;

/** For a while this id acts as a session, so it must not be guessable, unlike a customer's number. */
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
  /** The external id that accompanies a JWT. */
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
