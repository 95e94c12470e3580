import { useLayoutEffect } from 'react';
import { isTooLong, NEAR_MAX } from '../../../model/validation';
import { listen } from '../../../platform/disposer';
import { useCss } from '../../../ui/theme/css';
import { hidden } from '../../../ui/theme/tokens';
import { MAX_TEXT } from '../../../wire/message';
import { useHome } from '../../context';

/** Screen readers announce the count in steps of this many characters, not at each key. */
const STEP = 50;

const style = `
  margin-inline-end:8px;white-space:nowrap;color:var(--quiet);font-size:.75rem;line-height:1rem;font-variant-numeric:tabular-nums;
  &[data-over]{
    position:absolute;inset-inline-end:6px;bottom:calc(100% + 5px);margin:0;padding:4px 8px;border-radius:8px;width:max-content;max-width:70vw;white-space:normal;
    background:var(--elevated);border:1px solid;color:var(--error);font-size:.8125rem;line-height:1.125rem;font-weight:600;
  }
`;

/**
 * How many characters may still be written, shown near the limit: only the number, because in some languages words would
 * be too long for the row of tools. Over the limit, words above the row tell how many are too many, and nothing is sent:
 * the text stays in the box, where the visitor can shorten it. An emoji counts as one character.
 */
export const CharactersLeft = ({ text }: { text: string }) => {
  const { state } = useHome();
  const words = state.words.value;
  const { form, box, button } = state.textBox;
  const css = useCss();
  useLayoutEffect(() => {
    const hold = (event: Event & { keyCode?: number; shiftKey?: boolean }) => {
      const sends = event.type === 'click' ? button.contains(event.target as Node) : event.keyCode === 13;
      if (!sends || event.shiftKey || !isTooLong(box.value.trimEnd())) return;
      event.preventDefault();
      event.stopPropagation();
    };
    // On the way down, because the text box sends when the event reaches it.
    return listen(form, 'keydown click', hold, { capture: true });
  }, []);
  const count = text.length < NEAR_MAX ? 0 : [...text.trimEnd()].length;
  const left = MAX_TEXT - count;
  const say = (n: number) => (n < 0 ? words.plural('composer.over', -n) : words.plural('composer.left', n));
  const told = left < 0 ? say(left) : say(Math.ceil(left / STEP) * STEP);
  return (
    <>
      <span className={css(hidden)} role="status">
        {count < NEAR_MAX ? '' : told}
      </span>
      {count >= NEAR_MAX && (
        <span className={css(style)} data-over={left < 0 || undefined} aria-hidden="true">
          {left < 0 ? told : new Intl.NumberFormat(words.locale).format(left)}
        </span>
      )}
    </>
  );
};
