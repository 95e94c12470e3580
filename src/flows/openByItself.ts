/**
 * Which pages may open by themselves (`openOnReceive`): one after each gesture of the visitor in the conversation, and none
 * twice. The visitor's coming is the first gesture.
 */
export const createSelfOpening = () => {
  const opened = new Set<string>();
  let allowed = true;
  return {
    /** The visitor has pressed something in the conversation. */
    gesture() {
      allowed = true;
    },
    /** Whether this page may open now. It counts as opened then. @param key of its action, another for each */
    take(key: string): boolean {
      if (!allowed || opened.has(key)) return false;
      allowed = false;
      opened.add(key);
      return true;
    },
  };
};
