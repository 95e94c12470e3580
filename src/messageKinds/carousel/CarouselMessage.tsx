import { useLayoutEffect, useRef, useState } from 'react';
import { useHome } from '../../conversation/context';
import type { KindProps } from '../../conversation/features';
import { TextMessage } from '../../conversation/log/LongText';
import { useCss } from '../../ui/theme/css';
import { decodeItems, type Item } from '../../wire/rich';
import { Actions } from '../shared/Actions';
import { Glyph } from '../shared/Glyph';
import { Picture } from '../shared/Picture';
import { decodeSquare } from './decode';

const CARD = 220;
const GAP = 8;

// A strip with more cards than fit reaches the log's edge, which cuts off the last one. Beside the strip, the time
// would widen the log, so it is above.
const style = `
  position:relative;align-self:stretch;min-width:0;margin-top:2px;
  li:has(> &[data-more]){align-self:stretch;max-width:none!important;margin-inline-end:-16px;--exact-line:auto 16px;--exact-block:0 auto;}
  li:has(> &[data-more]) > div:not(&){max-width:calc(85% - 14px);}
  &[data-more] > ol{padding-inline-end:16px;scroll-padding-inline-end:16px;border-start-end-radius:0;border-end-end-radius:0;}
  & > ol{display:flex;gap:${GAP}px;overflow-x:auto;scroll-snap-type:x mandatory;scroll-behavior:smooth;overscroll-behavior-x:contain;scrollbar-width:none;border-radius:var(--panel,16px);}
  & > ol::-webkit-scrollbar{display:none;}
  & > ol > li{
    flex:none;display:flex;flex-direction:column;width:min(${CARD}px,88%);scroll-snap-align:start;overflow:hidden;
    border:1px solid var(--line);border-radius:var(--panel,16px);background:var(--card,var(--elevated));
  }
  & > ol > li:focus-visible{outline-offset:-2px;}
  & > div{display:flex;justify-content:flex-end;gap:4px;margin-top:4px;}
  & > div button{display:grid;place-items:center;width:36px;height:36px;border-radius:var(--control);transition:background-color .15s,opacity .15s;}
  & > div button:hover{background:var(--hover);}
  & > div button[aria-disabled]{opacity:.35;cursor:default;background:none;}
  [dir=rtl] & > div svg{transform:scaleX(-1);}
  &[data-more] > div{margin-inline-end:16px;}
  &[data-pictures] > div{position:absolute;inset-inline:8px;margin:0;top:var(--arrows);justify-content:space-between;pointer-events:none;}
  &[data-pictures] > div button{pointer-events:auto;background:var(--elevated);color:var(--ink);box-shadow:0 1px 4px #0004;border-radius:50%;}
  &[data-pictures] > div button[aria-disabled]{opacity:0;pointer-events:none;}
  @media (pointer:coarse){& > div{display:none;}}
`;
/** The place of the arrows: at half the height of the pictures, which follows from the card's width. */
const arrows = (square: boolean) => `--arrows:calc(min(${CARD}px,88%)/${square ? 2 : 3.82} - 18px);`;
const card = `
  display:flex;flex-direction:column;flex:1;padding:12px;min-width:0;
  & > b{font-weight:600;font-size:min(15px,1em);line-height:1.25rem;overflow-wrap:anywhere;}
  & > p{margin-top:2px;font-size:.8125rem;line-height:1.125rem;color:var(--quiet);overflow-wrap:anywhere;white-space:pre-wrap;}
  & > div{margin-top:auto;padding-top:10px;}
`;

const Card = ({ item, square, scope }: { item: Item; square: boolean; scope: string }) => {
  const css = useCss();
  const { title, description, mediaUrl, altText, actions } = item;
  return (
    <>
      {mediaUrl && (
        <Picture url={mediaUrl} alt={altText ?? ''} box={`flex:none;aspect-ratio:${square ? 1 : 1.91};`} />
      )}
      <div className={css(card)}>
        {title && <b dir="auto">{title}</b>}
        {description && <p dir="auto">{description}</p>}
        <Actions actions={actions} scope={scope} />
      </div>
    </>
  );
};

/**
 * Cards in a strip that scrolls by touch, wheel, arrow keys or buttons and snaps to the start of a card. The
 * strip is one tab stop (see roving.ts); its buttons are for pointers and do the same as the arrow keys.
 */
const Strip = ({ items, square, scope }: { items: Item[]; square: boolean; scope: string }) => {
  const css = useCss();
  const words = useHome().state.words.value;
  const strip = useRef<HTMLOListElement>(null);
  const rtl = useRef(false);
  rtl.current = words.rtl;
  const [ends, setEnds] = useState('start end');
  const measure = () => {
    const element = strip.current;
    if (!element) return;
    // In right-to-left layout `scrollLeft` is negative.
    const at = Math.abs(element.scrollLeft);
    const start = at < 2;
    const end = at + element.clientWidth > element.scrollWidth - 2;
    setEnds(`${start ? 'start ' : ''}${end ? 'end' : ''}`);
  };
  useLayoutEffect(() => {
    measure();
    const Observer = strip.current?.ownerDocument.defaultView?.ResizeObserver;
    if (!Observer || !strip.current) return undefined;
    const observer = new Observer(measure);
    observer.observe(strip.current);
    return () => observer.disconnect();
  }, [items.length]);
  useLayoutEffect(() => {
    let undo: (() => void) | undefined;
    import('./roving').then(
      ({ rove }) => {
        if (strip.current) undo = rove(strip.current, () => rtl.current);
      },
      () => {},
    );
    return () => undo?.();
  }, []);
  const go = (cards: number) => {
    const element = strip.current;
    const width = (element?.firstElementChild as HTMLElement | null)?.offsetWidth ?? CARD;
    element?.scrollBy({ left: cards * (width + GAP) * (words.rtl ? -1 : 1) });
  };
  const button = (name: 'previous' | 'next', end: boolean, cards: number) => (
    <button
      type="button"
      aria-label={words.t(`carousel.${name}`)}
      tabIndex={-1}
      aria-disabled={end || undefined}
      onClick={() => {
        if (!end) go(cards);
      }}
    >
      <Glyph name={cards < 0 ? 'back' : 'on'} />
    </button>
  );
  const [start, end] = [ends.includes('start'), ends.includes('end')];
  return (
    <div
      className={css(style + arrows(square))}
      data-more={!(start && end) || undefined}
      data-pictures={items.some((item) => item.mediaUrl) || undefined}
    >
      <ol
        ref={strip}
        aria-label={words.t('carousel.name')}
        // Lets the strip take the focus from a press between the buttons; Tab reaches the cards' own
        // elements.
        tabIndex={-1}
        onScroll={measure}
      >
        {items.map((item, i) => (
          <li key={i} data-on="card">
            <Card item={item} square={square} scope={`${scope} ${i}`} />
          </li>
        ))}
      </ol>
      {!(start && end) && (
        <div>
          {button('previous', start, -1)}
          {button('next', end, 1)}
        </div>
      )}
    </div>
  );
};

/** A carousel of up to ten items with horizontal or square pictures. */
export const CarouselMessage = (props: KindProps) => {
  const { message } = props;
  const items = decodeItems(message.raw.items);
  if (items.length === 0) return <TextMessage {...props} />;
  return (
    <>
      {message.text && <TextMessage {...props} />}
      <Strip items={items} square={decodeSquare(message.raw.displaySettings)} scope={message.key} />
    </>
  );
};
