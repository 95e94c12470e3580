import { memo } from 'react';
import type { LogBlock, LogRow } from '../../model/messageLog';
import { useCss } from '../theme/css';
import { MessageRow } from './MessageRow';
import { TimestampRow } from './TimestampRow';
import { TypingRow } from './TypingRow';
import { UnreadRow } from './UnreadRow';

// What is clipped where it is skipped gets room beside it for outlines.
const style = `
  margin:0 -16px;
  &:first-of-type{margin-top:auto;}
  &:not(:last-of-type){content-visibility:auto;contain-intrinsic-size:auto 57600px;}
  & > ol{display:flex;flex-direction:column;padding:0 16px;}
  & > ol:not(:last-of-type){content-visibility:auto;contain-intrinsic-size:auto 1800px;}
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
const Block = memo(({ rows }: { rows: readonly LogRow[] }) => <ol>{rows.map(drawRow)}</ol>);

/** Many blocks, which the browser skips, and we compare, as one. */
export const LogStretch = memo(
  ({ blocks }: { blocks: readonly LogBlock[] }) => (
    <section className={useCss()(style)}>
      {blocks.map(([key, rows]) => (
        <Block key={key} rows={rows} />
      ))}
    </section>
  ),
  (a, b) => a.blocks.length === b.blocks.length && a.blocks.every((block, i) => block === b.blocks[i]),
);
