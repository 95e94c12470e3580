import { DEFAULT_Z_INDEX } from '@porch/messenger/wire/config';
import * as v from 'valibot';
import { campaignsSchema } from './campaignSettings';
import { look } from './lookSettings';
import { peopleSchema } from './peopleSettings';
import { colour, flag, id, picture, text, url } from './settingTypes';

const pixels = v.pipe(v.number(), v.minValue(0), v.maxValue(1000));
const offset = v.strictObject({ horizontal: v.optional(pixels, 16), vertical: v.optional(pixels, 16) });

/** What the widget is called, what it can do and how it looks. */
export const messengerSchema = v.strictObject({
  appId: v.optional(id, 'porch'),
  integrationId: v.optional(id, 'web'),
  title: v.optional(text(100), 'Support'),
  description: v.optional(text(300)),
  avatarUrl: v.optional(picture),
  conversationHistory: v.optional(v.picklist(['remember', 'forget']), 'remember'),
  canUserSeeConversationList: flag(true),
  attachmentsEnabled: flag(true),
  waitTimeEnabled: v.optional(v.boolean()),
  queuePositionEnabled: v.optional(v.boolean()),
  /** In seconds. */
  queuePollingInterval: v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(3600))),
  onlyDecreasingQueue: v.optional(v.boolean()),
  privacyNoticeEnabled: v.optional(v.boolean()),
  privacyNoticeUrl: v.optional(url),
  showZendeskLogo: v.optional(v.boolean()),
  /** Whether widgets send page views and events, and error reports. */
  analytics: v.optional(v.boolean()),
  errorReports: v.optional(v.boolean()),
  campaigns: v.optional(campaignsSchema),
  /** Whether campaigns are shown at all. */
  proactiveMessagingEnabled: flag(true),
  people: v.optional(peopleSchema, {}),
  color: v.optional(
    v.strictObject({
      primary: v.optional(colour),
      message: v.optional(colour),
      action: v.optional(colour),
    }),
    {},
  ),
  ...look,
  position: v.optional(v.picklist(['left', 'right']), 'right'),
  positionOffset: v.optional(
    v.strictObject({ web: v.optional(offset, {}), mobile: v.optional(offset, {}) }),
    {},
  ),
  borderRadius: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(20)), 16),
  zIndex: v.optional(v.pipe(v.number(), v.integer()), DEFAULT_Z_INDEX),
  launcher: v.optional(
    v.strictObject({
      shape: v.optional(v.picklist(['square', 'circle', 'none']), 'circle'),
      text: v.optional(text(60)),
      showTextInMobile: flag(false),
    }),
    {},
  ),
});
