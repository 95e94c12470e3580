import { useHome } from '../../conversation/context';
import type { KindProps } from '../../conversation/features';
import { useRich } from '../../messageKinds/shared/context';
import { Target } from '../../messageKinds/shared/Target';
import { linkUrl } from '../../messageKinds/shared/urls';
import { useCss } from '../../ui/theme/css';
import { CHANNELS } from '../../wire/channels';
import { decodeMarks, decodeQuote, decodeReferences } from '../../wire/messageContext';

const mark = `
  padding:0 6px;border:1px solid var(--field);border-radius:4px;
  font-size:.75rem;font-weight:600;color:var(--quiet);
`;
const alone = `${mark}margin:0 14px 4px;line-height:1rem;`;
// With its border it is as high as the name.
const besideName = `${mark}flex:none;line-height:.875rem;`;

/** The channel that a message came from, if it is another than the widget. */
export const Via = ({ message: { source } }: KindProps) => {
  const css = useCss();
  const words = useHome().state.words.value;
  const type = source?.type as keyof typeof CHANNELS;
  return Object.hasOwn(CHANNELS, type) ? (
    <span className={css(alone)}>{words.t('channel.via', { channel: CHANNELS[type] })}</span>
  ) : null;
};

/** Labels of an author who is not a person, for the line with the name. */
export const Marks = ({ message }: Pick<KindProps, 'message'>) => {
  const css = useCss();
  const words = useHome().state.words.value;
  return (
    <>
      {decodeMarks(message.raw.authorSubtypes).map((kind) => (
        <span key={kind} className={css(besideName)}>
          {words.t(kind === 'AI' ? 'author.ai' : 'author.bot')}
        </span>
      ))}
    </>
  );
};

const quote = `
  max-width:100%;margin:0 0 2px;padding:6px 12px;border-inline-start:3px solid var(--field);border-radius:4px;background:var(--hover);
  font-size:.8125rem;line-height:1.125rem;color:var(--quiet);overflow-wrap:anywhere;
  & p{display:-webkit-box;-webkit-line-clamp:3;-webkit-box-orient:vertical;overflow:hidden;}
`;

/**
 * The message that this one quotes, if the log contains it, found by its id or its text. A quoted text that
 * is not in the log is not shown, because it could be made up.
 */
export const Quoted = ({ message }: KindProps) => {
  const css = useCss();
  const { quotable } = useRich();
  const quoted = decodeQuote(message.raw);
  if (!quoted || message.type === 'formResponse') return null;
  const { id, text } = quoted;
  const said = quotable.value;
  const words =
    (id !== undefined && said.ids.get(id)) || (text !== undefined && said.words.has(text) && text);
  return words ? (
    <blockquote className={css(quote)}>
      <p dir="auto">{words}</p>
    </blockquote>
  ) : null;
};

const references = `
  display:var(--sources,block);margin:6px 14px 4px;font-size:.8125rem;line-height:1.125rem;color:var(--quiet);
  & > b{font-weight:600;}
  & ol{list-style:decimal;padding-inline-start:20px;}
  & li{overflow-wrap:anywhere;}
  & a,& span{display:block;width:fit-content;padding:3px 0;}
  & a{min-width:24px;color:var(--ink);text-underline-offset:2px;}
  & p{width:fit-content;font-size:.75rem;line-height:1rem;}
  @media (pointer:coarse){& a{min-width:44px;padding:13px 0;}}
`;

/** The sources that an answer is based on. */
export const References = ({ message }: KindProps) => {
  const css = useCss();
  const words = useHome().state.words.value;
  const sources = decodeReferences(message.raw.references);
  if (sources.length === 0) return null;
  return (
    <div className={css(references)}>
      <b>{words.t('references.title')}</b>
      <ol>
        {sources.map(({ title, uri, description }, i) => {
          const href = linkUrl(uri);
          return (
            <li key={i}>
              {href ? (
                <a href={href} target="_blank" rel="noopener noreferrer" dir="auto">
                  {title}
                  <Target words={title} href={href} />
                </a>
              ) : (
                <span dir="auto">{title}</span>
              )}
              {description && <p dir="auto">{description}</p>}
            </li>
          );
        })}
      </ol>
    </div>
  );
};
