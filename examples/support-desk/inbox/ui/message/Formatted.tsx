import { type Block, type Inline, parseMarkdown } from '@porch/messenger/messageKinds/text/parseMarkdown';
import { wordsOf } from '../../model/links';
import { Links } from '../parts/Text';

const plain = (node: Inline): string => (typeof node === 'string' ? node : node.children.map(plain).join(''));

const Run = ({ node }: { node: Inline }) => {
  if (typeof node === 'string') return <Links text={node} />;
  if ('href' in node)
    return (
      <a href={node.href} target="_blank" rel="noopener noreferrer" referrerpolicy="no-referrer">
        {wordsOf(node.children.map(plain).join(''), node.href)}
      </a>
    );
  const { tag: Tag, children } = node;
  return <Tag>{Tag === 'code' ? plain(node) : <Runs nodes={children} />}</Tag>;
};

const Runs = ({ nodes }: { nodes: readonly Inline[] }) => (
  <>
    {nodes.map((node, i) => (
      <Run key={i} node={node} />
    ))}
  </>
);

const Part = ({ block: { tag, children, dir = 'auto', start } }: { block: Block }) => {
  const Tag = tag as 'ol';
  return (
    <Tag dir={dir} start={start}>
      <Runs nodes={children} />
    </Tag>
  );
};

/** Formatted text as the visitor sees it. It is built from nodes, never from markup. */
export const Formatted = ({ source }: { source: string }) => (
  <div class="text formatted">
    {parseMarkdown(source).map((block, i) => (
      <Part key={i} block={block} />
    ))}
  </div>
);
