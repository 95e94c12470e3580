import { type LogRow, sameRow } from './messageLog';

/** A run of rows, and many of them; each with a number that stays its own. */
export type LogBlock = readonly [key: number, rows: readonly LogRow[]];
export type LogStretch = readonly [key: number, blocks: readonly LogBlock[]];

/**
 * Cuts the log into blocks of 32 messages, and these into stretches of 32 blocks, that neither what is put above nor what is
 * added below changes: a change draws its block, not the log.
 * @param place.origin the key of the message from which blocks are counted; another is taken where it is not there
 */
export const logBlocks = (rows: readonly LogRow[], place: { origin?: string }): LogStretch[] => {
  const isMessage = (row: LogRow) => row.kind === 'message';
  const at = rows.findIndex((row) => row.key === place.origin);
  if (at < 0) place.origin = rows.find(isMessage)?.key;
  let n = -rows.slice(0, Math.max(at, 0)).filter(isMessage).length;
  const stretches: [number, [number, LogRow[]][]][] = [];
  for (const row of rows) {
    if (stretches.at(-1)?.[0] !== n >> 10) stretches.push([n >> 10, []]);
    const blocks = (stretches.at(-1) as (typeof stretches)[0])[1];
    if (blocks.at(-1)?.[0] !== n >> 5) blocks.push([n >> 5, []]);
    blocks.at(-1)?.[1].push(row);
    if (isMessage(row)) n++;
  }
  return stretches;
};

/** Whether two blocks show the same. */
export const sameRows = (a: readonly LogRow[], b: readonly LogRow[]): boolean =>
  a.length === b.length && a.every((row, i) => sameRow(row, b[i]));
