import { Fragment } from 'react';
import { useHome } from '../../conversation/context';
import type { FileLabelProps, KindProps } from '../../conversation/features';
import { bubble } from '../../conversation/log/kinds/TextMessage';
import { LongText } from '../../conversation/log/LongText';
import { fileSize } from '../../i18n/fileSize';
import { useCss } from '../../ui/theme/css';
import { decodeMedia, fileNameOf } from '../../wire/rich';
import { Glyph, type GlyphName } from '../shared/Glyph';
import { httpUrl } from '../shared/urls';
import { UnknownMessage } from '../unknown/UnknownMessage';

const style = `
  display:flex;align-items:center;gap:12px;min-height:36px;
  & > svg{flex:none;}
  & > span{display:flex;flex-direction:column;min-width:0;}
  & b{font-weight:600;overflow-wrap:anywhere;}
  & small{font-size:.75rem;line-height:1rem;}
  @media (pointer:coarse){min-width:44px;min-height:44px;}
`;

const link = `
  display:block;color:inherit;text-decoration:none;
  & b{text-decoration:underline;text-underline-offset:2px;}
  & + p{margin-top:8px;}
`;

const glyphOf = (type = ''): GlyphName =>
  type.startsWith('image/')
    ? 'picture'
    : type.startsWith('audio/')
      ? 'sound'
      : type.startsWith('video/')
        ? 'film'
        : 'file';

/** `PDF` for `bill.pdf`; empty for a name without an extension. */
const endingOf = (name: string): string => /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toUpperCase() ?? '';

/**
 * A file's icon, name, extension and size, on its way and sent alike.
 * @param props.size in bytes, where it is known
 * @param props.children takes the place of the icon
 */
export const FileLabel = ({ name, type, size = -1, children }: FileLabelProps) => {
  const { locale } = useHome().state.words.value;
  const facts = [endingOf(name), size >= 0 ? fileSize(locale, size) : ''].filter(Boolean);
  return (
    <span className={useCss()(style)}>
      {children || <Glyph name={glyphOf(type)} />}
      <span>
        <b dir="auto">{name}</b>
        {facts.length > 0 && (
          <small>
            {facts.map((fact, i) => (
              <Fragment key={fact}>
                {i > 0 && ' · '}
                <bdi>{fact}</bdi>
              </Fragment>
            ))}
          </small>
        )}
      </span>
    </span>
  );
};

/** A file to download. */
export const FileMessage = (props: KindProps) => {
  const { message } = props;
  const css = useCss();
  const { url, type, size, alt } = decodeMedia(message.raw);
  const href = httpUrl(url);
  if (!href) return <UnknownMessage {...props} />;
  const name = alt ?? fileNameOf(href) ?? href;
  return (
    <div className={css(bubble)}>
      <a className={css(link)} href={href} target="_blank" rel="noopener noreferrer" download={name}>
        <FileLabel name={name} type={type} size={size} />
      </a>
      {message.text && (
        <p dir="auto">
          <LongText text={message.text} />
        </p>
      )}
    </div>
  );
};
