import { COLOR_NAMES } from '@porch/messenger/wire/theme';
import * as v from 'valibot';
import { colour, text } from './settingTypes';

const yesOrNo = v.optional(v.boolean());
const avatarSize = v.optional(v.pipe(v.number(), v.minValue(16), v.maxValue(64)));
const bubbleMaxWidth = v.optional(
  v.union([
    v.pipe(v.number(), v.minValue(120), v.maxValue(1000)),
    v.pipe(v.string(), v.regex(/^([2-9]\d|100)%$/, 'must be 20% to 100%')),
  ]),
);

/** Appearance beyond the three brand colors. Names and limits match the widget's `src/wire/{theme,layout}.ts`. */
export const look = {
  theme: v.optional(
    v.strictObject({
      ...v.entriesFromList(COLOR_NAMES, v.optional(colour)),
      scheme: v.optional(v.picklist(['light', 'dark', 'auto'])),
      fontSize: v.optional(v.pipe(v.number(), v.minValue(12), v.maxValue(24))),
    }),
  ),
  common: v.optional(
    v.strictObject({
      hideHeader: yesOrNo,
      contentScale: v.optional(v.pipe(v.number(), v.minValue(50), v.maxValue(200))),
      stylingPreset: v.optional(v.picklist(['default', 'minimalistic'])),
    }),
  ),
  messageLog: v.optional(
    v.strictObject({
      hideHeader: yesOrNo,
      avatar: v.optional(
        v.strictObject({ position: v.optional(v.picklist(['top', 'side'])), size: avatarSize }),
      ),
      businessMessage: v.optional(v.strictObject({ hideBubble: yesOrNo, bubbleMaxWidth })),
      userMessage: v.optional(v.strictObject({ hideBubble: yesOrNo, bubbleMaxWidth })),
      citations: v.optional(v.strictObject({ sources: yesOrNo })),
    }),
  ),
  conversationList: v.optional(
    v.strictObject({
      hideHeader: yesOrNo,
      hideNewConversationButton: yesOrNo,
      avatar: v.optional(v.strictObject({ hidden: yesOrNo, size: avatarSize })),
      hideTimestamp: yesOrNo,
      hideMessagePreview: yesOrNo,
      hideDivider: yesOrNo,
      groupByTimestamp: yesOrNo,
    }),
  ),
  /** Label overrides by their key in `locales/`. */
  labels: v.optional(v.record(v.pipe(v.string(), v.regex(/^[a-z][\w.]{0,80}$/i)), text(500))),
};
