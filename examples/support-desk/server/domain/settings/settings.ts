import * as v from 'valibot';
import { openingHoursSchema } from '../team/openingHours';
import { USUAL_LIFETIME } from '../visitors/jwt';
import { assignmentSchema } from './assignmentSettings';
import { channelSchema } from './channelSettings';
import { emailSchema } from './emailSettings';
import { identitySchema } from './identitySettings';
import { limitsSchema } from './limitSettings';
import { localesSchema } from './localeSettings';
import { messengerSchema } from './messengerSettings';
import { originsSchema } from './originSettings';
import { ratingSchema } from './ratingSettings';
import { retentionSchema, sessionsSchema } from './retentionSettings';
import { realtimeSchema, retryPolicySchema, typingSchema } from './serviceSettings';
import { flag, id, picture, text } from './settingTypes';
import { dotPath, issueWords, pathOf } from './settingWords';
import { ticketFieldsSchema } from './ticketFieldSettings';
import { voiceSchema } from './voiceSettings';

const megabytes = (usual: number) => v.optional(v.pipe(v.number(), v.minValue(0)), usual);

/** Calls of the page that are allowed unless the account turns them off. */
export const CALL_FLAGS = [
  'conversationFields',
  'conversationTags',
  'metadata',
  'updateUser',
  'multiConversation',
  'typingIndicator',
  'emojiPicker',
  'multipleAttachments',
  'disablePopout',
  'proactiveForce',
] as const;

/**
 * The shape of DATA_DIR/settings.json and of what the inbox saves. Every setting is optional. Names match the widget
 * configuration that the desk serves. An unknown name is an error, because it is probably misspelled.
 */
export const settingsSchema = v.strictObject({
  app: v.optional(
    v.strictObject({
      name: v.optional(text(100), 'Support desk'),
      multiConvoEnabled: flag(true),
      canUserCreateMoreConversations: flag(true),
      /** A pressed postback button also appears as a message of the visitor. */
      echoPostback: flag(false),
      /** Visitors may end their conversations. */
      endSessionEnabled: flag(false),
    }),
    {},
  ),
  /** The channels in which visitors can continue a conversation. */
  channels: v.optional(v.pipe(v.array(channelSchema), v.maxLength(20)), []),
  /** Ticket fields for `/embeddable/messaging/custom_ticket_fields`, named as in the ticket fields API. */
  customTicketFields: v.optional(ticketFieldsSchema, []),
  /** The name and picture of the team: for programs that name nobody, and for everybody if `people.agentNames` is off. */
  agent: v.optional(
    v.strictObject({ name: v.optional(text(100), 'Support'), avatarUrl: v.optional(picture) }),
    {},
  ),
  /** How visitors prove their identity. */
  auth: v.optional(
    v.strictObject({
      signingKeys: v.optional(
        v.pipe(
          v.array(
            v.strictObject({
              id,
              name: v.optional(text(100), ''),
              secret: v.pipe(
                v.string(),
                v.minLength(32, 'must have at least 32 characters'),
                v.maxLength(512),
              ),
            }),
          ),
          v.maxLength(10),
        ),
        [],
      ),
      websocketTokenSeconds: v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(86_400)), 3600),
      /** Whether a visitor's JWT must have an expiry time. */
      tokensNeedExp: flag(USUAL_LIFETIME.tokensNeedExp),
      /** The longest lifetime of a visitor's JWT. */
      tokenMaxSeconds: v.optional(
        v.pipe(v.number(), v.minValue(60), v.maxValue(315_360_000)),
        USUAL_LIFETIME.tokenMaxSeconds,
      ),
    }),
    {},
  ),
  /** The publisher's own identity provider. */
  identity: v.optional(identitySchema, {}),
  /** Space for the files of visitors and agents. */
  uploads: v.optional(
    v.strictObject({
      /** Limit for all files of one visitor. */
      visitorMegabytes: megabytes(500),
      /** Limit for the files that visitors without a login send from one network address. */
      addressMegabytes: megabytes(2000),
      /** Limit for all files together. */
      totalMegabytes: megabytes(10_000),
      /** Disk space that uploads must leave free. */
      freeMegabytes: megabytes(500),
    }),
    {},
  ),
  /** The origins whose pages may use the desk; by default any. */
  origins: v.optional(originsSchema),
  limits: v.optional(limitsSchema, {}),
  sessions: v.optional(sessionsSchema, {}),
  retention: v.optional(retentionSchema, {}),
  features: v.optional(
    v.strictObject({
      fastLoad: flag(false),
      soundNotificationEnabled: flag(false),
      desktopNotificationsEnabled: flag(false),
      faviconBadgeEnabled: flag(false),
      debug: flag(false),
      ...v.entriesFromList(CALL_FLAGS, flag(true)),
    }),
    {},
  ),
  /** Email to visitors who left before the answer came. */
  email: v.optional(emailSchema, {}),
  /** Voice calls with agents in the inbox. */
  voice: v.optional(voiceSchema, {}),
  assignment: v.optional(assignmentSchema, {}),
  rating: v.optional(ratingSchema, {}),
  restRetryPolicy: v.optional(retryPolicySchema, {}),
  realtime: v.optional(realtimeSchema, {}),
  typing: v.optional(typingSchema, {}),
  hours: v.optional(openingHoursSchema, {}),
  locales: v.optional(localesSchema, {}),
  messenger: v.optional(messengerSchema, {}),
});

export type Settings = v.InferOutput<typeof settingsSchema>;

/** The visitor's permissions. Without multiple conversations there is no list and no new conversation. */
export const multiConversation = ({ app, messenger }: Settings) => ({
  multiConvoEnabled: app.multiConvoEnabled,
  canUserSeeConversationList: app.multiConvoEnabled && messenger.canUserSeeConversationList,
  canUserCreateMoreConversations: app.multiConvoEnabled && app.canUserCreateMoreConversations,
});

/** The settings of a desk without a settings file. */
export const defaultSettings = (): Settings => v.parse(settingsSchema, {});

/**
 * Merges `over` into `under`: objects field by field, all other values replaced. Neither input is changed.
 */
export const layOver = (under: unknown, over: unknown): unknown => {
  const isObject = (x: unknown): x is Record<string, unknown> =>
    x !== null && typeof x === 'object' && !Array.isArray(x);
  if (!isObject(under) || !isObject(over)) return over;
  const out: Record<string, unknown> = { ...under };
  for (const [key, value] of Object.entries(over)) {
    out[key] = Object.hasOwn(under, key) ? layOver(under[key], value) : value;
  }
  return out;
};

/** A problem in the settings: the field's path, and a description that names it. */
export type SettingsIssue = { path: (string | number)[]; words: string };

/** Reads settings from `value`, or returns all issues; `problem` describes the first one. */
export const readSettings = (
  value: unknown,
): { settings: Settings } | { problem: string; issues: SettingsIssue[] } => {
  // valibot accepts a list as an object without fields.
  if (Array.isArray(value)) {
    const words = 'the file: it must be an object, not a list';
    return { problem: words, issues: [{ path: [], words }] };
  }
  const result = v.safeParse(settingsSchema, value);
  if (result.success) return { settings: result.output };
  // A field may break several rules; the first is the most helpful.
  const first = new Map([...result.issues].reverse().map((issue) => [dotPath(issue), issue]));
  const issues = [...first.values()].reverse().map((issue) => ({
    path: pathOf(issue),
    words: `${dotPath(issue)}: ${issueWords(settingsSchema, issue)}`,
  }));
  return { problem: issues[0]?.words ?? '', issues };
};
