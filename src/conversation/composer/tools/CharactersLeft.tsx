import { NEAR_MAX } from '../../../model/validation';
import { useCss } from '../../../ui/theme/css';
import { hidden } from '../../../ui/theme/tokens';
import { MAX_TEXT } from '../../../wire/message';
import { useHome } from '../../context';

/** Screen readers announce the count in steps of this many characters, not at each key. */
const STEP = 50;

const style = `
  margin-inline-end:8px;white-space:nowrap;color:var(--quiet);font-size:.75rem;line-height:1rem;font-variant-numeric:tabular-nums;
  &[data-over]{color:var(--error);font-weight:600;}
`;

/**
 * How many characters may still be written, shown near the limit. An emoji counts as one character. Only the
 * number is visible, beside the tools: in some languages words would be too long for their row.
 */
export const CharactersLeft = ({ text }: { text: string }) => {
  const words = useHome().state.words.value;
  const css = useCss();
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
          {new Intl.NumberFormat(words.locale).format(left)}
        </span>
      )}
    </>
  );
};
