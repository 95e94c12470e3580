import { memo } from 'react';
import { sameRows } from '../../model/logBlocks';
import type { LogRow } from '../../model/messageLog';
import { useCss } from '../theme/css';
import { MessageRow } from './MessageRow';
import { TimestampRow } from './TimestampRow';
import { TypingRow } from './TypingRow';
import { UnreadRow } from './UnreadRow';

// What is clipped where a block is skipped gets room beside it for outlines.
const style = `
  display:flex;flex-direction:column;margin:0 -16px;padding:0 16px;
  &:first-of-type{margin-top:auto;}
  &:not(:last-of-type){content-visibility:auto;contain-intrinsic-size:auto 1800px;}
`;

const drawRow = (row: LogRow) => {
  switch (row.kind) {
    case 'timestamp':
      return <TimestampRow key={row.key} received={row.received} />;
    case 'unread':
      return <UnreadRow key={row.key} />;
    case 'typing':
      return <TypingRow key={row.key} />;
    case 'message': {
      const { key, ...props } = row;
      return <MessageRow key={key} {...props} />;
    }
  }
};

/** A run of rows, drawn again only when one of them changes; the browser skips those far from what is seen. */
export const LogBlock = memo(
  ({ rows }: { rows: readonly LogRow[] }) => <ol className={useCss()(style)}>{rows.map(drawRow)}</ol>,
  (a, b) => sameRows(a.rows, b.rows),
);
