import { useEffect, useRef, useState } from 'react';
import { useHome } from '../../conversation/context';
import { useCss } from '../../ui/theme/css';
import { hidden } from '../../ui/theme/tokens';
import { isHuge } from '../../wire/pictureSize';
import { useRich } from './context';
import { Glyph } from './Glyph';
import { httpUrl } from './urls';

const style = `
  outline:1px solid #0000;position:relative;overflow:hidden;background:var(--business);
  & > button{display:block;width:100%;height:100%;}
  & > button:focus-visible{outline-offset:-4px;}
  & img{display:block;width:100%;height:100%;object-fit:cover;}
  &::after{content:'';position:absolute;inset:0;border:1px solid #0000001f;border-radius:inherit;pointer-events:none;}
`;
const broken = `
  display:flex;flex-direction:column;align-items:center;justify-content:center;gap:6px;width:100%;height:100%;padding:8px;
  text-align:center;font-size:.8125rem;line-height:1.125rem;color:var(--quiet);overflow-wrap:anywhere;
  & div{display:flex;flex-wrap:wrap;justify-content:center;}
  & a,& button{padding:0 12px;border-radius:var(--control);line-height:2rem;font-weight:600;color:var(--ink);text-decoration:underline;text-underline-offset:2px;}
  @media (pointer:coarse){& a,& button{min-width:44px;line-height:2.75rem;}}
`;

const unseen = '& img{visibility:hidden;}';

type Props = {
  url?: string;
  /** An address to load in place of `url`. */
  preview?: string;
  alt: string;
  /** Declarations that size the box, so that nothing moves when the picture loads. */
  box: string;
  /** Whether it is the whole message: a press shows it large, and one that this browser cannot draw is a file. */
  opens?: boolean;
  /** Too small for an error text; an icon is shown when it does not load. */
  small?: boolean;
  /** Width and height as the service knows them; without them it is drawn once it has loaded. */
  pixels?: [width?: number, height?: number];
};

type MissingProps = { alt: string; href?: string; isLink?: boolean; retry?: () => void; small?: boolean };

/** What replaces a picture that is not drawn. */
const Missing = ({ alt, href, isLink, retry, small }: MissingProps) => {
  const css = useCss();
  const { t } = useHome().state.words.value;
  return (
    <div className={css(broken)}>
      <Glyph name="picture" />
      <span className={small ? css(hidden) : undefined}>
        {retry && t('image.failed')}
        {alt && (
          <>
            {' '}
            <bdi>{`(${alt})`}</bdi>
          </>
        )}
      </span>
      {href && !small && (
        <div>
          {retry && (
            <button type="button" onClick={retry}>
              {t('retry')}
            </button>
          )}
          {isLink && (
            <a href={href} target="_blank" rel="noopener noreferrer" download="">
              {t('image.download')}
            </a>
          )}
        </div>
      )}
    </div>
  );
};

const Shown = ({ url, preview, alt, box, opens, small, pixels = [] }: Props) => {
  const css = useCss();
  const rich = useRich();
  const words = useHome().state.words.value;
  const own = httpUrl(url);
  const first = httpUrl(preview) ?? own;
  const [src, setSrc] = useState(first);
  const [attempt, setAttempt] = useState(0);
  /** It would need too much memory, on a phone above all. */
  const [huge, setHuge] = useState(isHuge(...pixels));
  const [drawn, setDrawn] = useState(!!pixels[0]);
  /** Closes the large picture, while it is open. */
  const large = useRef<() => void>(undefined);
  const asked = useRef(false);
  const gone = useRef(false);
  useEffect(
    () => () => {
      gone.current = true;
      large.current?.();
    },
    [],
  );

  const onError = () => {
    setSrc(undefined);
    if (asked.current || !own) return;
    asked.current = true;
    rich.contentUrl(own).then(
      (other) => {
        if (!gone.current) setSrc(httpUrl(other));
      },
      () => {},
    );
  };
  const retry = () => {
    asked.current = false;
    setAttempt(attempt + 1);
    setSrc(first);
  };

  const image = src && !huge && (
    <img
      key={`${attempt} ${src}`}
      src={src}
      alt={opens ? '' : alt}
      decoding="async"
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
        setHuge(isHuge(naturalWidth, naturalHeight));
        setDrawn(true);
      }}
      referrerpolicy="no-referrer"
      onError={onError}
    />
  );
  return (
    <div className={css(`${style}${box}${drawn ? '' : unseen}`)} data-on="business">
      {!image ? (
        <Missing
          alt={alt}
          href={first && (own ?? first)}
          isLink={opens || huge}
          retry={huge ? undefined : retry}
          small={small}
        />
      ) : opens ? (
        <button
          type="button"
          aria-label={alt ? `${words.t('image.open')}: ${alt}` : words.t('image.open')}
          aria-haspopup="dialog"
          onPointerEnter={rich.prepare}
          onFocus={rich.prepare}
          onClick={({ currentTarget }) => {
            large.current ??= rich.enlarge({ src, alt }, currentTarget, () => {
              large.current = undefined;
            });
          }}
        >
          {image}
        </button>
      ) : (
        image
      )}
    </div>
  );
};

/**
 * A picture in a box of a known size. When it does not load, another address is requested from the service;
 * when that fails too, an error is shown.
 */
export const Picture = (props: Props) => <Shown key={`${props.url} ${props.preview}`} {...props} />;
