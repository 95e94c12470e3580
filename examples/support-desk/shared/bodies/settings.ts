import * as v from 'valibot';
import { text } from './parts';

/** The bodies of the settings. `base` is the version that was edited: 409 `conflict` if it is no longer the newest. */

/** The largest number that the version's column holds. */
export const LARGEST_VERSION = 2_147_483_646;

const version = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(LARGEST_VERSION));
const name = v.optional(text(100));
const value = v.record(v.string(), v.unknown());

/** `POST /settings`. 400 has `error.issues`, of `{path, words}`, for invalid values. `name` is shown in the history. */
export const saveSettingsBody = v.object({ base: version, value, name });
export type AgentSaveSettingsBody = v.InferInput<typeof saveSettingsBody>;

/** `POST /settings/restore` restores an earlier version as a new one; 0 is the version without settings. */
export const restoreSettingsBody = v.object({ base: version, version, name });
export type AgentRestoreSettingsBody = v.InferInput<typeof restoreSettingsBody>;

/**
 * `POST /settings/drafts` stores unsaved settings for an hour, under the id of an earlier draft if given.
 * `GET /embeddable/preview/config?draft=ID` has the configuration with them.
 */
export const settingsDraftBody = v.object({ value, draft: v.optional(v.string()) });
export type AgentSettingsDraftBody = v.InferInput<typeof settingsDraftBody>;
