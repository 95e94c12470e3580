import { type ReadonlySignal, signal } from '@preact/signals-react';

/** The state of a pressed button; undefined before the press and after a success. */
type PostbackState = 'pending' | 'failed';

/**
 * Tells the service which postback button was pressed.
 * @param deps.conversationId the id of the conversation on screen
 * @param deps.post sends the postback; a press repeated after a failure has the same `referenceId`
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
    /** The state of each button, by the key given to `press`. */
    states: states as ReadonlySignal<Readonly<Record<string, PostbackState | undefined>>>,
    /**
     * Sends the postback of a button. Never rejects.
     * @param key names the button's state; unique for each message and action
     * @param actionId the service's id of the action
     */
    async press(key: string, actionId: string): Promise<void> {
      const conversationId = deps.conversationId();
      // The card may be drawn before the service has sent a conversation.
      if (!conversationId || states.value[key] === 'pending') return set(key, states.value[key] ?? 'failed');
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
