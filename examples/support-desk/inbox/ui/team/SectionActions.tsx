import type { RefObject } from 'react';
import { Icon } from '../parts/Icon';

type Props = {
  /** The button that makes something new, and what it is called. */
  button: RefObject<HTMLButtonElement | null>;
  act: string;
  onAct(): void;
  /** What was done last, and what went wrong. */
  done: string;
  problem?: string;
};

/** The head of a section of the team: the button for something new, and what the last change led to. */
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
