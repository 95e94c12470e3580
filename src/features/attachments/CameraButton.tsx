import { useRef } from 'react';
import { useHome } from '../../conversation/context';
import { Drawing } from '../../ui/primitives/Drawing';

/** A button that takes a picture with a handheld device's camera. The composer has kept room for it. */
export const CameraButton = ({ send }: { send: (files: File[]) => void }) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        aria-label={useHome().state.words.value.t('composer.camera')}
        onClick={() => input.current?.click()}
      >
        <Drawing path="M2 6.5h4L7.5 4h5L14 6.5h4V16H2zM10 8a3 3 0 1 1 0 6 3 3 0 0 1 0-6z" />
      </button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onChange={({ currentTarget }) => {
          send([...(currentTarget.files as FileList)]);
          // Reset, so that a next picture with the same name is reported too.
          currentTarget.value = '';
        }}
      />
    </>
  );
};
