import * as v from 'valibot';

/** The answers about the settings. All values have the names of settings.json. Times are float seconds. */

const tree = v.record(v.string(), v.unknown());

/** `GET /settings`, and the answer to a save. */
export const settingsAnswer = v.object({
  /** The current version; 0 before the first save. */
  version: v.number(),
  author: v.optional(v.string()),
  savedAt: v.optional(v.number()),
  /** What agents have saved. */
  value: tree,
  /** What settings.json sets. It overrides `value` and cannot be changed here. */
  fixed: tree,
  /** The defaults for values that neither sets. */
  defaults: tree,
  /** Why the last good version of settings.json is used, if it is. */
  fileProblem: v.optional(v.string()),
  /** Why `value` is not in effect, if it is not. */
  savedProblem: v.optional(v.string()),
});
export type AgentSettingsAnswer = v.InferOutput<typeof settingsAnswer>;

/**
 * `POST /settings/pictures` takes a PNG, JPEG or WebP in the part `source` of a form, of at most 1 MB and 1024 pixels
 * a side. `avatarUrl` is its address, for the settings that take a picture. A picture that no version uses is removed
 * later.
 */
export const pictureAnswer = v.object({ avatarUrl: v.string() });
export type AgentPictureAnswer = v.InferOutput<typeof pictureAnswer>;

const version = v.object({
  version: v.number(),
  author: v.string(),
  savedAt: v.number(),
  changes: v.array(
    v.object({ path: v.string(), before: v.optional(v.unknown()), after: v.optional(v.unknown()) }),
  ),
  /** The version that this one restored. */
  restored: v.optional(v.number()),
});
export type AgentSettingsVersion = v.InferOutput<typeof version>;

/** `GET /settings/history[?before=version]`, newest first. */
export const settingsHistoryAnswer = v.object({ versions: v.array(version), hasMore: v.boolean() });
export type AgentSettingsHistoryAnswer = v.InferOutput<typeof settingsHistoryAnswer>;

/** `POST /settings/drafts`. */
export const settingsDraftAnswer = v.object({ draft: v.string() });
export type AgentSettingsDraftAnswer = v.InferOutput<typeof settingsDraftAnswer>;
