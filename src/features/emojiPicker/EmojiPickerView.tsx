import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useHome } from '../../conversation/context';
import type { EmojiProps } from '../../conversation/features';
import { Drawing } from '../../ui/primitives/Drawing';
import { Icon } from '../../ui/primitives/Icon';
import { useCss } from '../../ui/theme/css';
import { CATEGORIES, findEmoji, TONES, withTone } from './emoji';
import { Grid } from './Grid';
import type { EmojiChoice } from './usedEmoji';

// The search box is as wide as its placeholder; where both do not fit on one line, the choice of a skin tone wraps.
const style = `
  position:absolute;z-index:1;inset-inline-end:0;bottom:calc(100% + 6px);width:min(344px,calc(100vw/var(--scale,1) - 24px));
  display:flex;flex-direction:column;height:min(360px,calc(100vh/var(--scale,1) - 140px));max-height:calc(100vh/var(--scale,1) - 100% - 24px);overflow:hidden;
  border:1px solid var(--line);border-radius:var(--panel,16px);background:var(--elevated);color:var(--ink);box-shadow:0 8px 28px #00000029;
  @media (pointer:coarse){& input,& select{min-width:44px;min-height:44px;}& label button{inset-inline-end:0;top:0;width:44px;height:44px;}}
  & > section{flex:none;display:flex;flex-wrap:wrap;align-items:center;gap:8px;padding:8px 12px;border-bottom:1px solid var(--line);}
  & label{position:relative;flex:auto;display:grid;min-width:0;max-width:100%;}
  & label::after{content:attr(data-words);height:0;padding:0 12px;overflow:hidden;white-space:nowrap;font-size:var(--input,16px);visibility:hidden;}
  & input{appearance:none;width:0;min-width:100%;height:36px;padding:0 10px;border:1px solid var(--field);border-radius:var(--control);background:none;color:inherit;font:inherit;font-size:var(--input,16px);line-height:1.5;}
  & input:not(:placeholder-shown){padding-inline-end:40px;}
  & input::placeholder{color:var(--quiet);opacity:1;}
  & input::-webkit-search-cancel-button{display:none;}
  & label button{position:absolute;inset-inline-end:2px;top:2px;width:32px;height:32px;}
  & label svg{width:14px;}
  & section > span{flex:1;font-size:.8125rem;line-height:1.125rem;font-weight:600;}
  & i{position:relative;}
  & i svg{position:absolute;inset-inline-end:8px;top:calc(50% - 6px);width:12px;height:12px;pointer-events:none;}
  & select{appearance:none;height:36px;padding:0 8px;padding-inline-end:26px;border:1px solid var(--field);border-radius:var(--control);background:none;color:inherit;font:inherit;font-size:var(--input,16px);line-height:1.5;}
  & > p:not(:empty){padding:32px 16px;text-align:center;font-size:.8125rem;line-height:1.125rem;color:var(--quiet);}
  & > div{flex:1;overflow-y:auto;padding:0 8px 8px;overscroll-behavior:contain;}
`;

/** The hand emoji, which shows the skin tones. */
const HAND = String.fromCodePoint(0x270b);

const Search = ({ query, change }: { query: string; change: (query: string) => void }) => {
  const { t } = useHome().state.words.value;
  const search = useRef<HTMLInputElement>(null);
  return (
    <label data-words={t('emoji.search')}>
      <input
        ref={search}
        type="search"
        aria-label={t('emoji.search')}
        placeholder={t('emoji.search')}
        value={query}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
      {query && (
        <button
          type="button"
          aria-label={t('emoji.clear')}
          onClick={() => {
            change('');
            search.current?.focus();
          }}
        >
          <Icon name="close" />
        </button>
      )}
    </label>
  );
};

/** The choice of a skin tone for all emoji of people. */
const Tone = ({ choice }: { choice: EmojiChoice }) => (
  <i>
    <select
      aria-label={useHome().state.words.value.t('emoji.tone')}
      value={String(choice.tone.value)}
      onChange={({ currentTarget }) => choice.setTone(Number(currentTarget.value))}
    >
      {TONES.map((t, i) => (
        <option key={t} value={String(i)}>
          {HAND + t}
        </option>
      ))}
    </select>
    <Drawing path="M3 7l7 7 7-7" />
  </i>
);

/** The search words of a language, once loaded; undefined for English and for a language without words. */
const useSearchWords = (locale: string): readonly string[] | undefined => {
  const [local, setLocal] = useState<{ locale: string; words?: readonly string[] }>();
  useEffect(() => {
    let current = true;
    // English words are always loaded, and work in every language.
    if (!locale.startsWith('en'))
      void import('./searchWords')
        .then(({ loadSearchWords }) => loadSearchWords(locale))
        .then((words) => current && setLocal({ locale, words }))
        .catch(() => {});
    return () => {
      current = false;
    };
  }, [locale]);
  return local?.locale === locale ? local.words : undefined;
};

/** The composer's emoji picker. Escape or a press outside closes it. */
export const createEmojiPickerView = (choice: EmojiChoice) => {
  return ({ onPick, onClose, opener }: EmojiProps) => {
    const { state } = useHome();
    const words = state.words.value;
    const root = useRef<HTMLDivElement>(null);
    const [query, setQuery] = useState('');
    // Recent emoji keep their order while the picker is open.
    const [recent] = useState(choice.recent.value);
    const tone = TONES[choice.tone.value] ?? '';
    const known = useSearchWords(words.locale);
    const searchable = known !== undefined || /^en\b/.test(words.locale);
    const found = query.trim() && searchable ? findEmoji(query, known) : undefined;

    useLayoutEffect(() => {
      const element = root.current;
      if (!element) return undefined;
      // On a phone, focusing the search would open the on-screen keyboard over the emoji.
      const first = state.touchFirst ? '[tabindex="0"]' : 'input, [tabindex="0"]';
      const doc = element.ownerDocument;
      // Another language takes the search away, and the focus with it.
      if (!element.contains(doc.activeElement))
        element.querySelector<HTMLElement>(first)?.focus({ preventScroll: true });
      const onPress = ({ target }: Event) => {
        const inside = element.contains(target as Node) || opener.current?.contains(target as Node);
        if (!inside) onClose(false);
      };
      doc.addEventListener('pointerdown', onPress);
      return () => doc.removeEventListener('pointerdown', onPress);
    }, [searchable]);

    const pick = (emoji: string) => {
      choice.used(emoji);
      onPick(emoji);
    };
    const groups = found
      ? [{ name: '', emoji: found.map((e) => withTone(e, tone)) }]
      : [
          { name: 'recent', emoji: [...recent] },
          ...CATEGORIES.map((c) => ({ name: c.name, emoji: c.emoji.map((e) => withTone(e, tone)) })),
        ].filter((g) => g.emoji.length > 0);

    return (
      <div
        ref={root}
        className={useCss()(style)}
        role="dialog"
        aria-label={words.t('composer_emoji')}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.target as Element).tagName === 'INPUT') {
            event.preventDefault();
            const first = found && groups[0]?.emoji[0];
            if (first && !event.isComposing) pick(first);
          }
          if (event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          onClose(true);
        }}
      >
        <section>
          {searchable ? (
            <Search query={query} change={setQuery} />
          ) : (
            <span aria-hidden="true">{words.t('composer_emoji')}</span>
          )}
          <Tone choice={choice} />
        </section>
        {/* The element exists before its text, so that screen readers announce the text. */}
        <p role="status">{found?.length === 0 ? words.t('emoji.none') : null}</p>
        <Grid groups={groups} label={(name) => words.t(`emoji.${name}`)} onPick={pick} />
      </div>
    );
  };
};
