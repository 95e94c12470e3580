import type { SettingsChange } from './settingsPaths';

/**
 * The types of the settings in the agent API. All values have the names of settings.json. Times are float
 * seconds.
 */

/** `GET /agent/api/settings`, and the answer to a save. */
export type AgentSettingsAnswer = {
  /** The current version; 0 before the first save. */
  version: number;
  author?: string;
  savedAt?: number;
  /** What agents have saved. */
  value: Record<string, unknown>;
  /** What settings.json sets. It overrides `value` and cannot be changed here. */
  fixed: Record<string, unknown>;
  /** The defaults for values that neither sets. */
  defaults: Record<string, unknown>;
  /** Why the last good version of settings.json is used, if it is. */
  fileProblem?: string;
  /** Why `value` is not in effect, if it is not. */
  savedProblem?: string;
};

/**
 * `POST /agent/api/settings/pictures` takes a PNG, JPEG or WebP in the part `source` of a form, of at most 1 MB and
 * 1024 pixels a side. `avatarUrl` is its address, for the settings that take a picture. A picture that no version uses
 * is removed later.
 */
export type AgentPictureAnswer = { avatarUrl: string };

export type AgentSettingsVersion = {
  version: number;
  author: string;
  savedAt: number;
  changes: SettingsChange[];
  /** The version that this one restored. */
  restored?: number;
};

/** `GET /agent/api/settings/history[?before=version]`, newest first. */
export type AgentSettingsHistoryAnswer = { versions: AgentSettingsVersion[]; hasMore: boolean };

/** `POST /agent/api/settings/drafts`. */
export type AgentSettingsDraftAnswer = { draft: string };
