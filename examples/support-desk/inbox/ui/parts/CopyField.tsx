import { useId, useLayoutEffect, useRef, useState } from 'react';

type Props = {
  label: string;
  value: string;
  hint?: string;
  /** Whether it takes the focus when it is shown. */
  first?: boolean;
};

/** A text to copy, with its button. Without a clipboard, the button selects the text. */
export const CopyField = ({ label, value, hint, first }: Props) => {
  const [done, setDone] = useState('');
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (first) field.current?.focus();
  }, []);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      setDone('Copied');
    } catch {
      field.current?.select();
      setDone('Selected. Press Ctrl or ⌘ and C to copy it.');
    }
  };
  return (
    <div class="field copy-field">
      <label for={id}>{label}</label>
      <div class="copy-row">
        <input
          ref={field}
          id={id}
          autofocus={first}
          type="text"
          dir="ltr"
          readOnly
          value={value}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onFocus={(event) => event.currentTarget.select()}
        />
        <button type="button" class="button" onClick={() => void copy()}>
          Copy
        </button>
      </div>
      {hint && (
        <p id={`${id}-hint`} class="meta">
          {hint}
        </p>
      )}
      <p class="meta" role="status">
        {done}
      </p>
    </div>
  );
};
