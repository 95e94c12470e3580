import { useRef } from 'react';
import { unfilled, unfilledWords } from '../../model/variables';
import { useFocusTarget } from '../parts/useFocusTarget';

type Props = {
  text: string;
  /** Whether the agent has tried to send it. */
  isAsking: boolean;
  /** Selects what is not filled in. */
  onCorrect(): void;
  onSend(): void;
};

/** Shows what of a reply is still in double braces, before the visitor would see it. */
export const Unfilled = ({ text, isAsking, onCorrect, onSend }: Props) => {
  const first = useRef<HTMLButtonElement>(null);
  useFocusTarget('unfilled', first);
  const left = unfilled(text);
  const words = new Intl.ListFormat('en').format(left.map(unfilledWords));
  return (
    <>
      <div role="status">
        {left.length > 0 && !isAsking && (
          <p class="closed-notice" dir="auto">
            {words}. Replace it before you send.
          </p>
        )}
      </div>
      {left.length > 0 && isAsking && (
        <div
          class="overtaken"
          role="alert"
          // The Enter key pressed for the reply may still be held down.
          onKeyDown={(event) => event.repeat && event.preventDefault()}
        >
          <p dir="auto">{words}. The visitor would see it like this.</p>
          <button ref={first} type="button" class="button" onClick={onCorrect}>
            Correct
          </button>
          <button type="button" class="button quiet" onClick={onSend}>
            Send as written
          </button>
        </div>
      )}
    </>
  );
};
