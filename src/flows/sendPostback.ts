import { type ReadonlySignal, signal } from '@preact/signals-react';

/** SPEC.md section 3: "tracked per action id as pending or errored". */
export type PostbackState = 'pending' | 'failed';

/**
 * Tells the service which button was pressed (SPEC.md section 4: "Postback action: pending, then success or error").
 * @param deps.conversationId of the conversation on screen
 * @param deps.post sends it; a press that is repeated after a failure has the same referenceId
 */
export const createPostbacks = (deps: {
  conversationId: () => string | undefined;
  post: (conversationId: string, postback: { actionId: string; referenceId: string }) => Promise<unknown>;
  createId: () => string;
  report: (message: string, cause: unknown) => void;
}) => {
  const states = signal<Readonly<Record<string, PostbackState | undefined>>>({});
  const references = new Map<string, string>();
  const set = (key: string, state?: PostbackState) => {
    states.value = { ...states.value, [key]: state };
  };
  return {
    /** By message and action. */
    states: states as ReadonlySignal<Readonly<Record<string, PostbackState | undefined>>>,
    /** @param key what the state is kept under @param actionId the service's */
    async press(key: string, actionId: string): Promise<void> {
      const conversationId = deps.conversationId();
      if (!conversationId || states.value[key] === 'pending') return;
      const referenceId = references.get(key) ?? deps.createId();
      references.set(key, referenceId);
      set(key, 'pending');
      try {
        await deps.post(conversationId, { actionId, referenceId });
        references.delete(key);
        set(key);
      } catch (cause) {
        set(key, 'failed');
        deps.report('A postback could not be completed', cause);
      }
    },
  };
};
