import { useLayoutEffect, useRef } from 'react';
import { useHome } from '../../conversation/context';
import { Drawing } from '../../ui/primitives/Drawing';
import { useCss } from '../../ui/theme/css';

const style = 'position:absolute;inset-inline-end:100%;bottom:0;';

/**
 * A button that takes a picture with a handheld device's camera. It is at the end of the empty text box and
 * disappears when there is text, so that nothing moves and a narrow screen loses no space.
 */
export const CameraButton = ({ send }: { send: (files: File[]) => void }) => {
  const input = useRef<HTMLInputElement>(null);
  // Make room for the button in the text box; its placeholder may then need another line.
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
    </div>
  );
};
