import { useState } from 'react';
import { useHome } from '../../conversation/context';
import { useCss } from '../../ui/theme/css';

const style = `
  & p{position:sticky;top:0;padding:8px 4px 4px;background:var(--elevated);color:var(--quiet);font-size:.75rem;line-height:1rem;font-weight:600;}
  & div{display:grid;grid-template-columns:repeat(8,1fr);}
  & button{display:grid;place-items:center;width:auto;min-width:auto;height:36px;border-radius:8px;background:none;color:inherit;font-size:var(--emoji,22px);line-height:28px;}
  & button:hover,& section:not([aria-label]) button:first-child{background:var(--hover);}
  @media (pointer:coarse){& div{grid-template-columns:repeat(auto-fill,minmax(44px,1fr));}& button{width:auto;min-width:44px;height:44px;}}
  @media (forced-colors:active){& button{border:0;}}
`;

type Group = { name: string; emoji: string[] };
type Props = { groups: Group[]; label: (name: string) => string; onPick: (emoji: string) => void };

/**
 * A grid with a single tab stop. Arrow keys move between emoji, up and down by their place on screen; Home
 * and End move to the first and the last.
 */
export const Grid = ({ groups, label, onPick }: Props) => {
  const rtl = useHome().state.words.value.rtl;
  const [at, setAt] = useState(0);
  const count = groups.reduce((n, g) => n + g.emoji.length, 0);
  const current = Math.min(at, count - 1);
  let i = 0;

  const onKeyDown = (event: KeyboardEvent & { currentTarget: HTMLElement }) => {
    const all = [...event.currentTarget.querySelectorAll('button')];
    const step = target(event.key, all, current, rtl);
    if (step === undefined) return;
    event.preventDefault();
    setAt(step);
    all[step]?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the buttons inside
    <div className={useCss()(style)} onKeyDown={onKeyDown}>
      {groups.map(({ name, emoji }) => (
        <section key={name} aria-label={name ? label(name) : undefined}>
          {name && <p aria-hidden="true">{label(name)}</p>}
          <div>
            {emoji.map((one) => {
              const place = i++;
              return (
                <button
                  key={one}
                  type="button"
                  tabIndex={place === current ? 0 : -1}
                  onFocus={() => setAt(place)}
                  onClick={() => onPick(one)}
                >
                  {one}
                </button>
              );
            })}
          </div>
        </section>
      ))}
    </div>
  );
};

/** The index that a key moves to from the button at `from`; undefined for other keys. */
const target = (key: string, all: HTMLElement[], from: number, rtl: boolean): number | undefined => {
  const last = all.length - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  const side = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  if (side) return Math.max(0, Math.min(last, from + (rtl ? -side : side)));
  const down = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
  const here = all[from];
  if (!down || !here) return undefined;
  // The nearest button of the next line, also across groups whose last line is short.
  let to = from + down;
  while (all[to] && all[to]?.offsetTop === here.offsetTop) to += down;
  const line = all[to]?.offsetTop;
  if (line === undefined) return from;
  let best = to;
  const away = (n: number) => Math.abs((all[n]?.offsetLeft ?? 0) - here.offsetLeft);
  for (let n = to; all[n]?.offsetTop === line; n += down) if (away(n) < away(best)) best = n;
  return best;
};
