import { NEAR_MAX } from '../../../model/validation';
import { useCss } from '../../../ui/theme/css';
import { hidden } from '../../../ui/theme/tokens';
import { MAX_TEXT } from '../../../wire/message';
import { useHome } from '../../context';

/** Screen readers announce the count in steps of this many characters, not at each key. */
const STEP = 50;

const style = `
  position:absolute;inset-inline-end:-44px;bottom:calc(100% + 10px);padding:0 8px;border-radius:8px;white-space:nowrap;
  background:var(--elevated);border:1px solid var(--line);color:var(--quiet);font-size:12px;line-height:20px;font-variant-numeric:tabular-nums;
  &[data-over]{color:var(--error);}
`;

/**
 * How many characters may still be written, shown near the limit. An emoji counts as one character. Only the
 * number is visible: in some languages words would be long enough to cover the text.
 */
export const CharactersLeft = ({ text }: { text: string }) => {
  const words = useHome().state.words.value;
  const css = useCss();
  const count = text.length < NEAR_MAX ? 0 : [...text.trim()].length;
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
          {new Intl.NumberFormat(words.locale).format(left)}
        </span>
      )}
    </>
  );
};
