import type { LogRow } from './messageLog';

/**
 * Cuts the log into blocks of 32 messages that neither what is put above nor what is added below changes: a change draws
 * its block, not the log.
 * @param place.origin the key of the message from which blocks are counted; another is taken where it is not there
 */
export const logBlocks = (rows: readonly LogRow[], place: { origin?: string }): [number, LogRow[]][] => {
  const keys = rows.flatMap((row) => (row.kind === 'message' ? row.key : []));
  let n = -keys.indexOf(place.origin as string);
  if (n > 0) {
    n = 0;
    place.origin = keys[0];
  }
  const blocks = new Map<number, LogRow[]>();
  for (const row of rows) {
    const block = blocks.get(n >> 5) ?? [];
    blocks.set(n >> 5, block);
    block.push(row);
    if (row.kind === 'message') n++;
  }
  return [...blocks];
};

type Fields = Record<string, unknown>;

/** Whether two blocks show the same. */
export const sameRows = (a: readonly LogRow[], b: readonly LogRow[]): boolean =>
  a.length === b.length &&
  a.every((row: Fields, i) => {
    for (const field in row) if (row[field] !== (b[i] as Fields)[field]) return false;
    return true;
  });
