import { useEffect } from 'react';
import { pastedFiles } from '../../model/pastedFiles';
import { listen } from '../../platform/disposer';
import { Icon } from '../../ui/primitives/Icon';
import { useCss } from '../../ui/theme/css';
import { type HomeState, useHome } from '../context';
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
    const onFiles = (event: Event) => {
      const { dataTransfer, clipboardData } = event as DragEvent & ClipboardEvent;
      const files = dataTransfer
        ? [...dataTransfer.files]
        : state.attachments
          ? pastedFiles(clipboardData)
          : [];
      // Without this, a file dropped on the card would replace the card.
      if (dataTransfer || files.length > 0) event.preventDefault();
      else return;
      const exits = state.areaSlices.user.exits();
      want((before) => ({
        ...before,
        exits,
        files: [...((before?.exits === exits && before.files) || []), ...files],
      }));
    };
    return listen(box.ownerDocument, 'dragenter dragover drop paste', onFiles);
  }, []);
  const button = (tool: 'emoji' | 'file', label: string) => {
    /** Loads the tool before its button is pressed. */
    const warm = () => {
      state.feature('composerTools');
      if (tool === 'emoji') state.feature('emojiPicker');
    };
    return (
      <button
        type="button"
        aria-label={words.t(label)}
        aria-busy={(wanted?.tool === tool && !state.missing.value.has('composerTools')) || undefined}
        onPointerEnter={warm}
        onFocus={warm}
        onClick={() => want((before) => ({ ...before, tool }))}
      >
        <Icon name={tool} />
      </button>
    );
  };
  return (
    <div className={useCss()(toolsStyle(state))}>
      {(wanted?.tool || wanted?.files) && <FeatureFailed of="composerTools" at={ABOVE} />}
      {state.emoji.value && button('emoji', 'composer_emoji')}
      {state.attachments && button('file', 'composer_upload')}
    </div>
  );
};

/** The position of what the tools open: above the composer, at its end. */
export const ABOVE = 'inset-inline-end:0;bottom:calc(100% + 6px);';

/**
 * The style of the row of tools. A touch screen's keyboard has emoji, so the room is for the camera, which loads with
 * the tools.
 */
export const toolsStyle = ({ touchFirst, attachments }: Pick<HomeState, 'touchFirst' | 'attachments'>) =>
  `flex:none;display:flex;justify-content:end;align-items:center;${touchFirst && attachments ? 'min-width:88px;' : ''}`;
