import type { ReadonlySignal } from '@preact/signals-react';
import { useId, useRef, useState } from 'react';
import { useHome } from '../../conversation/context';
import type { Score } from '../../services/ratingCalls';
import { Drawing } from '../../ui/primitives/Drawing';
import { useCss } from '../../ui/theme/css';
import type { RatingFlow } from './ratingFlow';
import type { RatingWords } from './ratingWords';

const style = `
  display:flex;flex-direction:column;align-items:center;gap:10px;margin:0 0 16px;font-size:.875rem;line-height:1.25rem;
  & > p{font-weight:600;text-align:center;text-wrap:balance;}
  & > [role]:empty{display:none;}
  & > [role=status]{font-weight:400;font-size:.8125rem;line-height:1.125rem;color:var(--quiet);}
  & > [role=alert]{font-weight:400;color:var(--error);}
  & > div{display:flex;flex-wrap:wrap;justify-content:center;gap:8px;}
  & form{display:flex;flex-direction:column;gap:6px;width:min(300px,100%);margin:0;}
  & textarea{min-height:64px;padding:8px 10px;border:1px solid var(--field);border-radius:10px;background:var(--surface);font-size:max(.9375rem,16px);line-height:1.375;resize:none;}
  & label{font-size:.8125rem;line-height:1.125rem;color:var(--quiet);}
  & button{display:inline-flex;align-items:center;justify-content:center;gap:6px;min-height:40px;padding:0 16px;border:1px solid var(--line);border-radius:var(--control);font-weight:600;transition:background-color .15s;}
  & button:hover{background:var(--hover);}
  & button[aria-pressed=true]{border-color:var(--action);background:var(--action);color:var(--onAction);}
  & button[type=submit]{align-self:flex-end;min-height:36px;border:0;background:var(--action);color:var(--onAction);}
  @media (pointer:coarse){& button,& button[type=submit]{min-height:44px;}}
  @media (forced-colors:active){& button[aria-pressed=true]{forced-color-adjust:none;border-color:Highlight;background:Highlight;color:HighlightText;}}
`;

/** A thumb up; turned around, one down. */
const THUMB =
  'M6.5 9v8H3.5V9zM6.5 9l3-6c1.2 0 2 .8 2 2v3h4a1.6 1.6 0 0 1 1.6 1.9l-1 5.5A2 2 0 0 1 14.1 17H6.5';
const THUMB_DOWN =
  'M6.5 11V3H3.5v8zM6.5 11l3 6c1.2 0 2-.8 2-2v-3h4a1.6 1.6 0 0 0 1.6-1.9l-1-5.5A2 2 0 0 0 14.1 3H6.5';

const CHOICES: readonly [Score, string][] = [
  ['good', THUMB],
  ['bad', THUMB_DOWN],
];

/** As many as the service takes. */
const MOST_COMMENT = 1000;

type Props = { flow: RatingFlow; words: ReadonlySignal<RatingWords> };

/** Asks how the conversation was, by two answers. The first press counts, and a sentence may follow. */
export const RatingView = ({ flow, words }: Props) => {
  const { t } = useHome().state.words.value;
  const own = (name: string) => words.value[`rating.${name}`] ?? name;
  const css = useCss();
  const id = useId();
  const root = useRef<HTMLElement>(null);
  const [text, setText] = useState('');
  const state = flow.state.value;
  if (!state) return null;
  const { rating, step } = state;
  const asksMore = rating && rating.comment === undefined && step !== 'failed';
  const rate = (score: Score, comment = rating?.comment) =>
    void flow.rate({ score, ...(comment !== undefined && { comment }) });
  return (
    <section ref={root} className={css(style)} aria-labelledby={id}>
      <p id={id}>{own('question')}</p>
      <div>
        {CHOICES.map(([score, path]) => (
          <button
            key={score}
            type="button"
            aria-pressed={rating?.score === score}
            onClick={() => rating?.score !== score && rate(score)}
          >
            <Drawing path={path} />
            {own(score)}
          </button>
        ))}
      </div>
      <p role="status">{step === 'sent' && own('thanks')}</p>
      {asksMore && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const comment = text.trim();
            if (!comment) return;
            // The form disappears with the focus in it.
            root.current?.querySelector<HTMLElement>('[aria-pressed=true]')?.focus();
            rate(rating.score, comment);
          }}
        >
          <label htmlFor={`${id}-text`}>{own('comment')}</label>
          <textarea
            id={`${id}-text`}
            dir="auto"
            maxLength={MOST_COMMENT}
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
          {text.trim() && <button type="submit">{t('form.submit')}</button>}
        </form>
      )}
      <p role="alert">{step === 'failed' && t('options.failed')}</p>
      {step === 'failed' && rating && (
        <button type="button" onClick={() => void flow.rate(rating)}>
          {t('retry')}
        </button>
      )}
    </section>
  );
};
