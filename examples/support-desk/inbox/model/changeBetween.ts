const isInPair = (text: string, at: number): boolean => {
  const before = text.charCodeAt(at - 1);
  return before >= 0xd800 && before < 0xdc00;
};

/** The one part in which two texts differ. It never splits a character of two code units, such as an emoji. */
export const changeBetween = (
  before: string,
  after: string,
): { inserted: string; from: number; to: number } => {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from += 1;
  if (isInPair(before, from) || isInPair(after, from)) from -= 1;
  let same = 0;
  while (same < most - from && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  if (isInPair(before, before.length - same) || isInPair(after, after.length - same)) same -= 1;
  return { inserted: after.slice(from, after.length - same), from, to: before.length - same };
};
