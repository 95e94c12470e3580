import type { KindProps } from '../../conversation/features';
import { TextMessage } from '../../conversation/log/LongText';
import { useCss } from '../../ui/theme/css';
import { decodeItems, type Item } from '../../wire/rich';
import { Actions } from '../shared/Actions';
import { Picture } from '../shared/Picture';

const style = `
  align-self:stretch;margin-top:2px;border:1px solid var(--line);border-radius:var(--panel,16px);background:var(--card,var(--elevated));overflow:hidden;
  & li{display:flex;flex-wrap:wrap;gap:12px;padding:12px;}
  & li + li{border-top:1px solid var(--line);}
  & li > div:last-child{flex:1;min-width:140px;}
  & b{display:block;font-weight:600;font-size:min(15px,1em);line-height:1.25rem;overflow-wrap:anywhere;}
  & p{font-size:.8125rem;line-height:1.125rem;color:var(--quiet);overflow-wrap:anywhere;white-space:pre-wrap;}
`;

const COMPACT = 'flex:none;width:56px;height:56px;border-radius:var(--control);';
const LARGE = 'flex:none;width:100%;aspect-ratio:1.91;border-radius:var(--control);';

const Row = ({ item, scope }: { item: Item; scope: string }) => {
  const { title, description, mediaUrl, altText, large, actions } = item;
  return (
    <li>
      {mediaUrl && (
        <Picture url={mediaUrl} alt={altText ?? ''} box={large ? LARGE : COMPACT} small={!large} />
      )}
      <div>
        {title && <b dir="auto">{title}</b>}
        {description && <p dir="auto">{description}</p>}
        <Actions actions={actions} scope={scope} />
      </div>
    </li>
  );
};

/** A list of items, compact or large. */
export const ListMessage = (props: KindProps) => {
  const { message } = props;
  const css = useCss();
  const items = decodeItems(message.raw.items);
  if (items.length === 0) return <TextMessage {...props} />;
  return (
    <>
      {message.text && <TextMessage {...props} />}
      <ol className={css(style)} data-on="card">
        {items.map((item, i) => (
          <Row key={i} item={item} scope={`${message.key} ${i}`} />
        ))}
      </ol>
    </>
  );
};
