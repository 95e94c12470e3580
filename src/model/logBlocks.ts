import type { LogRow } from './messageLog';

type MessageRow = Extract<LogRow, { kind: 'message' }>;

/**
 * Cuts the log into blocks of 32 messages that neither what is put above nor what is added below changes: a change draws
 * its block, not the log.
 * @param place.origin the key of the message from which blocks are counted; another is taken where it is not there
 */
export const logBlocks = (rows: readonly LogRow[], place: { origin?: string }): [number, LogRow[]][] => {
  const isMessage = (row: LogRow) => row.kind === 'message';
  const at = rows.findIndex((row) => row.key === place.origin);
  if (at < 0) place.origin = rows.find(isMessage)?.key;
  let n = -rows.slice(0, Math.max(at, 0)).filter(isMessage).length;
  const blocks: [number, LogRow[]][] = [];
  let block: LogRow[] = [];
  let key: number | undefined;
  for (const row of rows) {
    if (key !== n >> 5) {
      key = n >> 5;
      block = [];
      blocks.push([key, block]);
    }
    block.push(row);
    if (isMessage(row)) n++;
  }
  return blocks;
};

/** Whether two blocks show the same. */
export const sameRows = (a: readonly LogRow[], b: readonly LogRow[]): boolean =>
  a.length === b.length &&
  a.every((row, i) => {
    const one = row as MessageRow;
    const other = b[i] as MessageRow;
    return (
      one.key === other.key &&
      one.message === other.message &&
      one.firstInGroup === other.firstInGroup &&
      one.lastInGroup === other.lastInGroup &&
      one.lastNonFailed === other.lastNonFailed
    );
  });
