import type { RefObject } from 'react';
import { Icon } from '../parts/Icon';

type Props = {
  /** The label of the button that creates something new. */
  button: RefObject<HTMLButtonElement | null>;
  act: string;
  onAct(): void;
  /** What was done last, or what went wrong. */
  done: string;
  problem?: string;
};

/** The head of a section of the team: the button for something new, and the result of the last change. */
export const SectionActions = ({ button, act, onAct, done, problem }: Props) => (
  <>
    <div class="account-actions">
      <button ref={button} type="button" class="button" onClick={onAct}>
        <Icon name="more" />
        {act}
      </button>
      <p class="secondary" role="status">
        {done}
      </p>
    </div>
    {problem && (
      <p class="error" role="alert">
        {problem}
      </p>
    )}
  </>
);
