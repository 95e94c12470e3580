import { LinkedText } from '../../conversation/log/LinkedText';
import { Beginning } from '../../conversation/log/LongText';
import { useCss } from '../../ui/theme/css';
import { MAX_TEXT } from '../../wire/message';
import { beginning } from '../../wire/shown';
import { Target } from '../shared/Target';
import { type Block, type Inline, MOST_NODES, parseMarkdown } from './parseMarkdown';

const style = `
  & > * + *{margin-top:8px;}
  & ul,& ol{margin-block-end:0;margin-inline:0;padding-inline-start:22px;white-space:normal;}
  & ul{list-style:disc;}
  & strong{font-weight:600;}
  & code{font:.9em/1.4 ui-monospace,monospace;padding:1px 4px;border:1px solid color-mix(in srgb,currentColor 30%,transparent);border-radius:4px;}
  & [dir=ltr] code{display:block;padding:6px 10px;}
`;

const Run = ({ node }: { node: Inline }) => {
  if (typeof node === 'string') return <LinkedText text={node} most={node.length} />;
  if ('href' in node) {
    // Links cannot be nested, so the label is plain text.
    const words = node.children.map((child) => plain(child)).join('');
    return (
      <a href={node.href} target="_blank" rel="noopener noreferrer">
        {words}
        <Target words={words} href={node.href} />
      </a>
    );
  }
  const { tag: Tag, children } = node;
  return <Tag>{Tag === 'code' ? plain(children[0] ?? '') : <Runs nodes={children} />}</Tag>;
};

const plain = (node: Inline): string => (typeof node === 'string' ? node : node.children.map(plain).join(''));

const Runs = ({ nodes }: { nodes: Inline[] }) => (
  <>
    {nodes.map((node, i) => (
      <Run key={i} node={node} />
    ))}
  </>
);

const One = ({ block: { tag, children, dir = 'auto', start } }: { block: Block }) => {
  const Tag = tag as 'ol';
  return (
    <Tag dir={dir} start={start}>
      <Runs nodes={children} />
    </Tag>
  );
};

/** Formatted text, which can be expanded to its full length. Built as nodes, never as HTML. */
export const Markdown = ({ source }: { source: string }) => (
  <div className={useCss()(style)}>
    <Beginning
      size={source.length}
      first={MAX_TEXT}
      draw={(most) =>
        parseMarkdown(beginning(source, most), (MOST_NODES * most) / MAX_TEXT).map((block, i) => (
          <One key={i} block={block} />
        ))
      }
    />
  </div>
);
