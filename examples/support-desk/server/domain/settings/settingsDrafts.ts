import type { Json } from '../../model/entities';

/** The most drafts. The least recently used one makes room. */
export const MAX_DRAFTS = 50;
export const DRAFT_MS = 3_600_000;

/**
 * Unsaved settings that a preview shows for an hour. A draft has an unguessable id, because the widget requests its
 * configuration without the agent's token.
 */
export type SettingsDrafts = {
  /**
   * Stores a draft. With the `id` of an earlier one, replaces that.
   * @returns its id
   * @throws unavailable while it cannot be stored
   */
  keep(value: Json, id?: string): Promise<string>;
  /** @throws unavailable while it cannot be read */
  find(id: string): Promise<Json | undefined>;
};

export type DraftDeps = { now: () => number; newToken: () => string };

/** Stores drafts in the memory of this process. */
export const createSettingsDrafts = ({ now, newToken }: DraftDeps): SettingsDrafts => {
  const drafts = new Map<string, { value: Json; until: number }>();
  return {
    async keep(value, id) {
      const key = id !== undefined && drafts.has(id) ? id : newToken();
      // Moves it to the end, so that the first is the least recently used one.
      drafts.delete(key);
      drafts.set(key, { value, until: now() + DRAFT_MS });
      for (const oldest of drafts.keys()) {
        if (drafts.size <= MAX_DRAFTS) break;
        drafts.delete(oldest);
      }
      return key;
    },
    async find(id) {
      const draft = drafts.get(id);
      return draft && draft.until > now() ? draft.value : undefined;
    },
  };
};
