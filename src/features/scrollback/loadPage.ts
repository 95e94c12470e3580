import type { Needs } from '../../conversation/featureDeps';
import type { RequestError } from '../../services/requestError';

export type PageDeps = Needs<'report', 'conversations' | 'messages', 'http' | 'chunks'>;

/** Loads the page of messages before those of the open conversation. */
export const createPageLoader =
  ({ slices, delivery, report }: PageDeps) =>
  async (): Promise<void> => {
    const id = slices.conversations.active.value?._id;
    if (!id) return;
    try {
      const { loadPrevious } = await delivery.chunks.history();
      await loadPrevious({ ...slices, http: delivery.http }, id);
    } catch (cause) {
      // Canceled: another visitor is here now.
      if (!(cause as Partial<RequestError>).isActionCancelled)
        report('Earlier messages could not be loaded', cause);
    }
  };
