import type { SavedAct } from '../../shared/answers/acts';
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

/** The name, the size in bytes and, for an image, the pixels of an uploaded file of saved replies. */
export type SavedFile = { fileName: string; size: number; width: number | null; height: number | null };

/**
 * An uploaded picture of the settings, such as a logo, or a file of saved replies, which alone has a name. `createdAt`
 * is in ms.
 */
export type Picture = { id: string; mediaType: string; createdAt: number } & {
  [Field in keyof SavedFile]: SavedFile[Field] | null;
};

/** A file as a saved reply knows it. */
export type NamedFile = Pick<SavedFile, 'fileName' | 'size'> & Pick<Picture, 'id' | 'mediaType'>;

/** A text that agents send often. All agents share it. */
export type SavedReply = {
  id: string;
  /** What an agent types after a slash to insert it: unique, in lower case, without spaces. */
  shortcut: string;
  text: string;
  /** Empty for none. */
  folder: string;
  /** What is done once it is sent. */
  acts: SavedAct[];
  /** What is sent after it. */
  files: NamedFile[];
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
