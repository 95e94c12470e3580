import type { ListFilter } from '../../shared/bodies/views';
import type { SettingsChange } from '../../shared/settingsPaths';
import type { Json } from './entities';

/** The settings that an agent saved, one version for each save. */
export type SettingsVersion = {
  /** Counts from 1. */
  version: number;
  author: string;
  savedAt: number;
  /** Only the settings that were set, by the names of settings.json. */
  value: Json;
  /** The differences from the version before. */
  changes: SettingsChange[];
  /** The version that this one restored; 0 is the state before the first. */
  restored: number | null;
};

/** An uploaded picture of the settings, such as a logo. `createdAt` is in ms. */
export type Picture = { id: string; mediaType: string; createdAt: number };

/** A text that agents send often. All agents share it. */
export type SavedReply = {
  id: string;
  /** What an agent types after a slash to insert it: unique, in lower case, without spaces. */
  shortcut: string;
  text: string;
  /** Who wrote it last, and when. */
  author: string;
  savedAt: number;
};

/** A filter of the list under a name. Without `agentId` it is the team's, otherwise only this agent's. */
export type SavedView = {
  id: string;
  agentId: string | null;
  name: string;
  filter: ListFilter;
  /** Who saved it last, and when. */
  author: string;
  savedAt: number;
};
