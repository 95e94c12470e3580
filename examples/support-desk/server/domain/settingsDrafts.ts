import type { Json } from './entities';

const MAX_DRAFTS = 50;
const LIFETIME_MS = 3_600_000;

/**
 * Unsaved settings that a preview shows, kept in memory. A draft is found by an id that cannot be guessed, as
 * the widget asks for its configuration without the agent's token.
 */
export const createSettingsDrafts = ({ now, newToken }: { now: () => number; newToken: () => string }) => {
  const drafts = new Map<string, { value: Json; until: number }>();
  return {
    /** Keeps a draft. With the `id` of an earlier one, it takes its place. @returns its id */
    keep(value: Json, id?: string): string {
      const key = id !== undefined && drafts.has(id) ? id : newToken();
      // Moves it to the end, so that the first is the one that has been unused for longest.
      drafts.delete(key);
      drafts.set(key, { value, until: now() + LIFETIME_MS });
      for (const oldest of drafts.keys()) {
        if (drafts.size <= MAX_DRAFTS) break;
        drafts.delete(oldest);
      }
      return key;
    },
    find(id: string): Json | undefined {
      const draft = drafts.get(id);
      return draft && draft.until > now() ? draft.value : undefined;
    },
  };
};

export type SettingsDrafts = ReturnType<typeof createSettingsDrafts>;
