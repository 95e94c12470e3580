import type { AgentVisitorNote } from '../../../shared/answers/people';
import { type ApiFailure, refusalWords } from '../../model/apiResult';
import type { VisitorsApi } from '../../services/visitorsApi';
import { createLoaded, type Loaded } from '../parts/loaded';

/** The team's notes about visitors. */
export type VisitorNotes = {
  /** Those of one visitor, which the caller reads with `refresh`. */
  of(appUserId: string): Loaded<AgentVisitorNote[]>;
  /** Writes a note, or with `noteId` changes one; without `text` removes it. @returns what went wrong */
  put(
    appUserId: string,
    note: { noteId?: string; text?: string; referenceId?: string },
  ): Promise<string | undefined>;
  /** Reads the notes of a visitor again, if they were read before. */
  heard(appUserId: string): void;
};

export const createVisitorNotes = (
  api: Pick<VisitorsApi, 'notes' | 'note'>,
  onFailure: (failure: ApiFailure) => void,
): VisitorNotes => {
  const known = new Map<string, Loaded<AgentVisitorNote[]>>();
  return {
    of: (appUserId) => {
      const loaded = known.get(appUserId) ?? createLoaded(() => api.notes(appUserId), onFailure);
      known.set(appUserId, loaded);
      return loaded;
    },
    put: async (appUserId, note) => {
      const answer = await api.note(appUserId, note);
      if (!answer.ok) {
        onFailure(answer.failure);
        return refusalWords(answer);
      }
      await known.get(appUserId)?.refresh();
      return undefined;
    },
    heard: (appUserId) => void known.get(appUserId)?.refresh(),
  };
};
