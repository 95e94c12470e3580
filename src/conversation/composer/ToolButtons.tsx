import { useEffect } from 'react';
import { Icon } from '../../ui/primitives/Icon';
import { useCss } from '../../ui/theme/css';
import { useHome } from '../context';
import { FeatureFailed } from '../FeatureFailed';
import type { WantedTool } from '../features';

type Props = {
  /** The action of the visitor that needs the tools. */
  wanted?: WantedTool;
  box: HTMLTextAreaElement;
  want: (change: (before: WantedTool | undefined) => WantedTool) => void;
};

/** The buttons of the composer's tools, until the tools are loaded on first use. */
export const ToolButtons = ({ wanted, box, want }: Props) => {
  const { state } = useHome();
  const words = state.words.value;
  useEffect(() => {
    const card = box.ownerDocument;
    // Without this, a file dropped on the card would replace the card.
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
  const button = (tool: 'emoji' | 'file', label: string) => {
    /** Loads what a press is about to need. */
    const warm = () => {
      state.feature('composerTools');
      if (tool === 'emoji') state.feature('emojiPicker');
    };
    return (
      <button
        type="button"
        aria-label={words.t(label)}
        onPointerEnter={warm}
        onFocus={warm}
        onClick={() => want((before) => ({ ...before, tool }))}
      >
        <Icon name={tool} />
      </button>
    );
  };
  return (
    <div className={useCss()('position:relative;flex:none;display:flex;')}>
      {(wanted?.tool || wanted?.files) && <FeatureFailed of="composerTools" at={ABOVE} />}
      {button('emoji', 'composer_emoji')}
      {state.attachments && button('file', 'composer_upload')}
    </div>
  );
};

/** The position of what the tools open: above the buttons, at the composer's end. */
export const ABOVE = 'inset-inline-end:-50px;bottom:calc(100% + 12px);';

const EVENTS = ['dragenter', 'dragover', 'drop', 'paste'];
