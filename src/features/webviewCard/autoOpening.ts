/**
 * Decides which webview pages may open without a click (`openOnReceive`): at most one per visitor gesture in
 * the conversation, and each page only once. The first page may open without a gesture.
 */
export const createAutoOpening = () => {
  const opened = new Set<string>();
  let allowed = true;
  return {
    /** Call when the visitor presses something in the conversation. */
    gesture() {
      allowed = true;
    },
    /**
     * Returns whether the page may open now, and if so counts it as opened.
     * @param key unique for each action
     */
    take(key: string): boolean {
      if (!allowed || opened.has(key)) return false;
      allowed = false;
      opened.add(key);
      return true;
    },
  };
};
