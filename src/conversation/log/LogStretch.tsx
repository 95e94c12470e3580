import { type ComponentType, memo } from 'react';
import type { LogBlock, LogRow } from '../../model/messageLog';
import { useCss } from '../../ui/theme/css';
import { Feature } from '../Feature';
import { MessageRow } from './MessageRow';
import { TimestampRow } from './TimestampRow';
import { UnreadRow } from './UnreadRow';

// The negative margin leaves room for outlines, because skipped content is clipped.
const style = `
  margin:0 -16px;
  &:first-of-type{margin-top:auto;}
  &:not(:last-of-type){content-visibility:auto;contain-intrinsic-size:auto 57600px;}
  & > ol{display:flex;flex-direction:column;padding:0 16px;}
  & > ol:not(:last-of-type){content-visibility:auto;contain-intrinsic-size:auto 1800px;}
`;

/** A row whose view is a feature. */
const featureRow = (name: 'ended' | 'typing') => () => (
  <li>
    <Feature name={name} with={{}} />
  </li>
);

/** The view of each kind of row; `createLog` decides where the rows are. */
const ROWS: { [K in LogRow['kind']]: ComponentType<Omit<Extract<LogRow, { kind: K }>, 'kind' | 'key'>> } = {
  timestamp: TimestampRow,
  unread: UnreadRow,
  ended: featureRow('ended'),
  typing: featureRow('typing'),
  message: MessageRow,
};

const drawRow = ({ kind, key, ...props }: LogRow) => {
  const Row = ROWS[kind] as ComponentType<object>;
  return <Row key={key} {...props} />;
};

/**
 * A run of rows, redrawn only when one of them changes. The browser skips rendering blocks that are far off
 * screen.
 */
const Block = memo(({ rows }: { rows: readonly LogRow[] }) => <ol>{rows.map(drawRow)}</ol>);

/** Many blocks that the browser skips together, and that are compared together. */
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
