import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { NEAR_MAX } from '../../../model/validation';
import { insertText } from '../../../platform/insertText';
import type { Settings } from '../../../slices/settings';
import { Icon } from '../../../ui/primitives/Icon';
import { useCss } from '../../../ui/theme/css';
import { useHome } from '../../context';
import { Feature } from '../../Feature';
import { FeatureFailed } from '../../FeatureFailed';
import type { ToolsProps } from '../../features';
import { ABOVE, toolsStyle } from '../ToolButtons';
import { DropHint } from './DropHint';
import type { SendFiles } from './holdFiles';
import { useFiles } from './useFiles';

/** Above the composer, at its end. */
const note = `
  &:empty{display:none;}
  position:absolute;inset-inline-end:6px;bottom:calc(100% + 5px);padding:4px 8px;border-radius:8px;width:max-content;max-width:70vw;
  background:var(--elevated);border:1px solid var(--line);color:var(--quiet);font-size:.8125rem;line-height:1.125rem;
`;

type FileButtonProps = {
  button: RefObject<HTMLButtonElement | null>;
  input: RefObject<HTMLInputElement | null>;
  label: string;
  choose: () => void;
  send: (files: File[]) => void;
};

/** The button that chooses files, with its hidden input. */
const FileButton = ({ button, input, label, choose, send }: FileButtonProps) => (
  <>
    <button ref={button} type="button" aria-label={label} onClick={choose}>
      <Icon name="file" />
    </button>
    <input
      ref={input}
      type="file"
      multiple
      tabIndex={-1}
      aria-hidden="true"
      onChange={({ currentTarget }) => {
        send([...(currentTarget.files ?? [])]);
        // Reset, so that choosing the same file again is reported.
        currentTarget.value = '';
      }}
    />
  </>
);

/** Writes an emoji where the caret is. The focus stays in the picker. */
const insertEmoji = (box: HTMLTextAreaElement, emoji: string) => {
  const { activeElement } = box.ownerDocument;
  insertText(box, emoji);
  (activeElement as HTMLElement | null)?.focus({ preventScroll: true });
};

/** The former buttons were removed: gives the focus of a pressed one to its successor. */
const useTakenFocus = (button: RefObject<HTMLButtonElement | null>) =>
  useLayoutEffect(() => {
    const doc = button.current?.ownerDocument;
    if (doc?.activeElement === doc?.body && doc?.hasFocus()) button.current?.focus({ preventScroll: true });
  }, []);

/** Whether the emoji picker is open, at first by the press that drew the tools. */
const usePicker = (asked: boolean, text: string) => {
  const { state } = useHome();
  const [picking, setPicking] = useState(asked);
  const first = useRef(text);
  // A picker that could not be loaded must not open later over a newer text.
  useEffect(() => {
    if (text !== first.current && state.missing.peek().has('emojiPicker')) setPicking(false);
  }, [text]);
  return [picking, setPicking] as const;
};

export const createTools = (deps: {
  /** Called on each change by the visitor, with whether the text is empty now. */
  typed: (empty: boolean) => void;
  sendFiles: SendFiles;
  settings: Pick<Settings, 'attachmentsEnabled' | 'oneFile'>;
  /** Whether an earlier page has left unfinished uploads, which the attachments send. */
  unsent: boolean;
}) => {
  const Tools = ({ box, text, kept, close, wanted }: ToolsProps) => {
    const { state } = useHome();
    const css = useCss();
    const words = state.words.value;
    // A message with `blockChatInput` disables the composer while it is the newest.
    const blocked = state.last.value?.blockChatInput === true;
    const emoji = !blocked && state.emoji.value;
    const input = useRef<HTMLInputElement>(null);
    const opener = useRef<HTMLButtonElement>(null);
    const attach = useRef<HTMLButtonElement>(null);
    const [picking, setPicking] = usePicker(wanted.tool === 'emoji', text);
    const attachments = deps.settings.attachmentsEnabled && !blocked;
    const { send, over } = useFiles(box, attachments, deps.sendFiles);
    const Camera = attachments && state.touchFirst && state.feature('camera').value;

    const isComing = () => !state.feature('emojiPicker').value && !state.missing.value.has('emojiPicker');
    const choose = () => {
      // It loads while the visitor chooses.
      state.feature('attachments');
      const files = input.current as HTMLInputElement;
      files.multiple = !deps.settings.oneFile.value;
      files.click();
    };

    useTakenFocus(wanted.tool === 'file' ? attach : opener);
    useEffect(() => {
      if (deps.unsent) state.feature('attachments');
    }, []);
    useEffect(() => {
      if (wanted.tool === 'file' && attachments) choose();
      // Drop files that were chosen before a logout.
      if (wanted.files && attachments && wanted.exits === state.areaSlices.user.exits()) send(wanted.files);
    }, [wanted]);

    useEffect(() => {
      // A restored draft does not count as typing.
      if (text !== kept.current) deps.typed(!text.trim());
    }, [text]);
    useEffect(() => close(blocked ? words.t('composer_blocked') : ''), [blocked, words]);

    /** Loads the picker ahead of the press. */
    const warm = () => void state.feature('emojiPicker');
    const stopPicking = (back: boolean) => {
      setPicking(false);
      if (back) opener.current?.focus();
    };

    return (
      <div className={css(`${toolsStyle(state)}& > input{display:none;}`)}>
        {/* With a text in the box, the placeholder cannot show why it is closed. */}
        <span className={css(note)} role="status">
          {blocked && text ? words.t('composer_blocked') : ''}
        </span>
        {text.length >= NEAR_MAX && <Feature name="counter" with={{ text }} />}
        {picking && emoji && (
          <Feature
            name="emojiPicker"
            with={{ onPick: (emoji) => insertEmoji(box, emoji), onClose: stopPicking, opener }}
            meanwhile={<FeatureFailed of="emojiPicker" at={ABOVE} />}
          />
        )}
        <FeatureFailed of="attachments" at={ABOVE} />
        {Camera && <Camera send={send} />}
        {emoji && (
          <button
            ref={opener}
            type="button"
            aria-label={words.t('composer_emoji')}
            aria-expanded={picking}
            aria-haspopup="dialog"
            aria-busy={(picking && isComing()) || undefined}
            onPointerEnter={warm}
            onFocus={warm}
            // When loading the picker failed, a press tries again.
            onClick={() => setPicking(!picking || state.missing.value.has('emojiPicker'))}
          >
            <Icon name="emoji" />
          </button>
        )}
        {attachments && (
          <FileButton
            button={attach}
            input={input}
            label={words.t('composer_upload')}
            choose={choose}
            send={send}
          />
        )}
        {over && <DropHint />}
      </div>
    );
  };
  return Tools;
};
