import { useEffect, useRef } from 'react';
import { useHome } from '../../conversation/context';
import { useCss } from '../../ui/theme/css';
import { Glyph } from './Glyph';

const style = `
  width:100%;height:100%;max-width:none;max-height:none;margin:0;padding:56px 12px 12px;border:0;background:#0d100ff0;color:#fff;
  &[open]{display:grid;place-items:center;}
  &::backdrop{background:none;}
  & img{max-width:100%;max-height:100%;min-height:0;object-fit:contain;border-radius:6px;}
  & button{position:absolute;inset-block-start:8px;inset-inline-end:8px;display:grid;place-items:center;width:44px;height:44px;border-radius:10px;background:#0d100f;}
  & button:focus-visible{outline-color:#fff;}
`;

type Props = { src: string; alt: string; onClose: () => void };

/**
 * One picture as large as the frame. The browser's modal dialog makes the rest inert and restores the focus.
 * It ends with the press that closes it: browsers send `close` a frame later, and would then also end the dialog
 * that another press has opened in between.
 */
export const Lightbox = ({ src, alt, onClose }: Props) => {
  const css = useCss();
  const words = useHome().state.words.value;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => {
    dialog.current?.close();
    onClose();
  };
  return (
    <dialog
      ref={dialog}
      className={css(style)}
      aria-label={alt || words.t('image.open')}
      onCancel={close}
      onClick={close}
      onKeyDown={(event) => {
        // Escape must close the picture only, not the widget. Tab does nothing, because there is a single
        // button.
        event.stopPropagation();
        if (event.key === 'Tab') event.preventDefault();
        if (event.key !== 'Escape') return;
        event.preventDefault();
        close();
      }}
    >
      <img src={src} alt={alt} referrerpolicy="no-referrer" />
      <button type="button" aria-label={words.t('image.close')}>
        <Glyph name="close" />
      </button>
    </dialog>
  );
};
