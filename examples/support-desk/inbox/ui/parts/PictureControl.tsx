import { pastedFiles } from '@porch/messenger/model/pastedFiles';
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'react';
import { type ApiResult, refusalWords } from '../../model/apiResult';
import { type PictureShape, smallPicture } from '../../platform/smallPicture';
import { useFileDrop } from './useFileDrop';
import { useDesk } from './view';

const UNREADABLE = 'The browser cannot read this file as a picture. Choose a PNG, JPEG or WebP.';

type Props = {
  /** What the picture is, for screen readers. */
  label: string;
  /** The current picture. */
  face?: ComponentChildren;
  hint?: string;
  /** Whether there is a picture to remove. */
  isSet: boolean;
  disabled?: boolean;
  /** How to reduce the picture; by default to a square the size of a face. */
  shape?: PictureShape;
  /** Stores a picture. */
  keep(picture: Blob): Promise<ApiResult<unknown>>;
  remove(): Promise<ApiResult<unknown>>;
  /** The texts after storing and after removing it. */
  kept: string;
  removed: string;
};

/** The control's text: what went wrong, or what was done. */
type Said = { problem?: string; done?: string };

/** Changes a picture, one change at a time. */
const usePicture = ({ keep, remove, kept, removed, disabled, shape = 'square' }: Props) => {
  const { fail } = useDesk().workspace;
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<Said>({});

  const change = async (work: () => Promise<ApiResult<unknown> | string>, done: string): Promise<void> => {
    if (busy || disabled) return;
    setBusy(true);
    setSaid({});
    const answer = await work();
    setBusy(false);
    if (typeof answer === 'string') return setSaid({ problem: answer });
    if (answer.ok) return setSaid({ done });
    fail(answer.failure);
    setSaid({ problem: refusalWords(answer) });
  };

  return {
    busy,
    said,
    take: (file: File | undefined): Promise<void> | undefined =>
      file &&
      change(async () => {
        const picture = await smallPicture(file, shape);
        return picture ? keep(picture) : UNREADABLE;
      }, kept),
    remove: () => change(remove, removed),
  };
};

/** A picture that is chosen from the device, dropped, pasted or removed. */
export const PictureControl = (props: Props) => {
  const { label, face, hint, isSet, disabled } = props;
  const { busy, said, take, remove } = usePicture(props);
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const drop = useFileDrop(([file]) => void take(file));
  return (
    <fieldset
      class="picture-control"
      aria-label={label}
      {...drop.props}
      onPaste={(event) => {
        const [file] = pastedFiles(event.clipboardData);
        if (!file) return;
        event.preventDefault();
        void take(file);
      }}
    >
      <div class="picture-line">
        {face}
        {hint && <p class="secondary">{hint}</p>}
        {/* A button that is disabled while it works would lose the focus. */}
        <button
          ref={choose}
          type="button"
          class="button"
          disabled={disabled}
          aria-disabled={busy}
          onClick={() => busy || input.current?.click()}
        >
          {busy ? 'Saving…' : 'Choose a picture'}
        </button>
        {isSet && (
          <button
            type="button"
            class="button quiet"
            disabled={disabled}
            aria-disabled={busy}
            onClick={() => {
              // This button disappears with the picture.
              choose.current?.focus();
              void remove();
            }}
          >
            Remove the picture
          </button>
        )}
      </div>
      {said.problem && (
        <p class="error" role="alert">
          {said.problem}
        </p>
      )}
      <p class="secondary picture-done" role="status">
        {said.done ?? ''}
      </p>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => {
          void take(currentTarget.files?.[0]);
          // Choosing the same file again fires a change event only after a reset.
          currentTarget.value = '';
        }}
      />
      {drop.over && <p class="drop-target">Drop the picture to use it</p>}
    </fieldset>
  );
};
