import type { RequestError } from '../../../services/requestError';
import type { Json } from '../../../wire/decode';

/**
 * Sends values of conversations or visitors to the service: one call at a time, with only those it does not have yet.
 * After a network failure, values wait for `retry`; refused values are not sent again.
 */
export const createMetadataSync = (deps: {
  /** The values as they should be. */
  now: () => Json;
  /** The values that the service has by its last answer. */
  known: (id: string) => Json | undefined;
  send: (id: string, values: Json) => Promise<unknown>;
  /** Called with the reason when a call has failed, but for calls of a former visitor. */
  failed: (cause: RequestError) => void;
}) => {
  const told = new Map<string, Json>();
  const unsent = new Set<string>();
  let tail = Promise.resolve();

  const missing = (id: string): Json => {
    const known: Json = { ...deps.known(id), ...told.get(id) };
    return Object.fromEntries(
      Object.entries(deps.now()).filter(
        ([name, value]) => JSON.stringify(known[name]) !== JSON.stringify(value),
      ),
    );
  };
  const note = (id: string, values: Json) => told.set(id, { ...told.get(id), ...values });
  const send = async (id: string, values = missing(id)) => {
    const entries = Object.entries(values);
    if (entries.length === 0) return;
    const before = told.get(id) ?? {};
    note(id, values);
    try {
      await deps.send(id, values);
    } catch (error) {
      const cause = error as RequestError;
      if (cause.isActionCancelled || cause.isTransient) told.set(id, before);
      if (cause.isActionCancelled) return;
      if (cause.status === 400 && entries.length > 1) {
        // One of them is wrong, so the others are sent one by one.
        for (const [name, value] of entries) await send(id, { [name]: value });
        return;
      }
      if (cause.isTransient) unsent.add(id);
      deps.failed(cause);
    }
  };
  /** Brings the service up to date. */
  const bring = (id: string): Promise<void> => {
    unsent.delete(id);
    tail = tail.then(() => send(id));
    return tail;
  };
  return {
    bring,
    /** Notes values that another call has sent to the service. */
    note,
    /** Sends again what failed because of the network. */
    retry() {
      for (const id of unsent) void bring(id);
    },
  };
};
