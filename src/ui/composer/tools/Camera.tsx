import { useLayoutEffect, useRef } from 'react';
import { useHome } from '../../context';
import { useCss } from '../../theme/css';

const style = 'position:absolute;inset-inline-end:100%;bottom:0;';

export type CameraProps = { send: (files: File[]) => void };

/**
 * Takes a picture with the device's camera: for devices that are held in a hand. It stands at the end of the empty text
 * box and gives way to text, so that nothing moves and a narrow screen loses no room.
 */
export const Camera = ({ send }: CameraProps) => {
  const input = useRef<HTMLInputElement>(null);
  // The text box's label makes room for it, and may need another line then.
  useLayoutEffect(() => {
    const box = ((input.current as HTMLInputElement).form as HTMLFormElement)[0] as HTMLElement;
    box.style.paddingInlineEnd = '40px';
    box.style.height = `${box.scrollHeight}px`;
    return () => {
      box.style.paddingInlineEnd = '';
    };
  }, []);
  return (
    <div className={useCss()(style)}>
      <button
        type="button"
        aria-label={useHome().state.words.value.t('composer.camera')}
        onClick={() => input.current?.click()}
      >
        <svg
          viewBox="0 0 20 20"
          width="20"
          height="20"
          fill="none"
          stroke="currentColor"
          stroke-width="1.75"
          stroke-linejoin="round"
          aria-hidden="true"
        >
          <path d="M2 6.5h4L7.5 4h5L14 6.5h4V16H2zM10 8a3 3 0 1 1 0 6 3 3 0 0 1 0-6z" />
        </svg>
      </button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onChange={({ currentTarget }) => {
          send([...(currentTarget.files as FileList)]);
          // The next picture may have the same name.
          currentTarget.value = '';
        }}
      />
    </div>
  );
};
