import type { ComponentChildren } from 'preact';
import type { RefObject } from 'react';
import { useId } from 'react';

type Props = {
  label: string;
  value: string;
  onInput(value: string): void;
  type?: 'text' | 'email' | 'password' | 'url';
  /** The type of value that a browser or a password manager fills in. */
  autocomplete: string;
  hint?: ComponentChildren;
  field?: RefObject<HTMLInputElement | null>;
  invalid?: boolean;
  /** The id of the error text. */
  errorId?: string;
  required?: boolean;
  /** Takes the focus when its dialog opens. */
  autofocus?: boolean;
  readOnly?: boolean;
  minLength?: number;
  maxLength?: number;
  inputMode?: 'numeric' | 'text';
};

/** A text input with its label and a hint below. */
export const TextField = ({
  label,
  value,
  onInput,
  type = 'text',
  hint,
  field,
  invalid,
  errorId,
  ...rest
}: Props) => {
  const id = useId();
  const notes = [hint ? `${id}-hint` : '', invalid && errorId ? errorId : ''].join(' ').trim();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        {...rest}
        ref={field}
        id={id}
        // The types of an input are a union by this property.
        type={type as 'text'}
        dir={type === 'text' ? 'auto' : 'ltr'}
        spellcheck={false}
        autocapitalize="none"
        value={value}
        aria-invalid={invalid}
        aria-describedby={notes || undefined}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {hint && (
        <p id={`${id}-hint`} class="meta">
          {hint}
        </p>
      )}
    </div>
  );
};
