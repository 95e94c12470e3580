import { useId, useState } from 'react';

/** A text that is to be copied, with its button. A browser without a clipboard has the text selected instead. */
export const CopyField = ({ label, value, hint }: { label: string; value: string; hint?: string }) => {
  const [done, setDone] = useState('');
  const id = useId();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      setDone('Copied');
    } catch {
      (document.getElementById(id) as HTMLInputElement | null)?.select();
      setDone('Selected. Press Ctrl or ⌘ and C to copy it.');
    }
  };
  return (
    <div class="field copy-field">
      <label for={id}>{label}</label>
      <div class="copy-row">
        <input
          id={id}
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
