/** Remembers the newest ids. */
export const createRecentIds = (most: number) => {
  const ids = new Set<string>();
  return {
    /** @returns false if the id is known */
    add(id: string): boolean {
      if (ids.has(id)) return false;
      ids.add(id);
      const [oldest] = ids;
      if (ids.size > most && oldest !== undefined) ids.delete(oldest);
      return true;
    },
  };
};
