import { type RefObject, useEffect } from 'react';
import { useHome } from '../context';
import { Icon } from '../primitives/Icon';
import { useCss } from '../theme/css';
import type { Wanted } from './tools/Tools';

type Props = {
  box: RefObject<HTMLTextAreaElement | null>;
  want: (change: (before: Wanted | undefined) => Wanted) => void;
};

/** The way to the composer's tools: stands in for them until the first of them is wanted, and loaded. */
export const ToolButtons = ({ box, want }: Props) => {
  const { state } = useHome();
  const words = state.words.value;
  useEffect(() => {
    const card = box.current?.ownerDocument as Document;
    // A file that is dropped anywhere on the card would take its place.
    const onFiles = (event: Event) => {
      const { dataTransfer, clipboardData } = event as DragEvent & ClipboardEvent;
      const files = [...((dataTransfer ?? clipboardData)?.files ?? [])];
      if (dataTransfer || files.length > 0) event.preventDefault();
      else return;
      want((before) => ({ ...before, files: [...(before?.files ?? []), ...files] }));
    };
    for (const name of EVENTS) card.addEventListener(name, onFiles);
    return () => {
      for (const name of EVENTS) card.removeEventListener(name, onFiles);
    };
  }, []);
  const button = (tool: 'emoji' | 'file', label: string) => (
    <button type="button" aria-label={words.t(label)} onClick={() => want((before) => ({ ...before, tool }))}>
      <Icon name={tool} />
    </button>
  );
  return (
    <div className={useCss()('flex:none;display:flex;')}>
      {button('emoji', 'composer_emoji')}
      {state.attachments && button('file', 'composer_upload')}
    </div>
  );
};

const EVENTS = ['dragenter', 'dragover', 'drop', 'paste'];
