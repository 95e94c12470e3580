import type { ReadonlySignal } from '@preact/signals-react';
import { type ComponentType, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { NEAR_MAX } from '../../../model/validation';
import { useHome } from '../../context';
import { Icon } from '../../primitives/Icon';
import { Part } from '../../primitives/Part';
import { PartFailed } from '../../primitives/PartFailed';
import { useCss } from '../../theme/css';
import { ABOVE } from '../ToolButtons';
import type { CameraProps } from './Camera';
import { DropHint } from './DropHint';
import { useFiles } from './useFiles';

export type ToolsProps = {
  box: RefObject<HTMLTextAreaElement | null>;
  text: string;
  /** The draft that was put back last. */
  kept: RefObject<string | undefined>;
  change: (text: string) => void;
  /** Closes the text box and says why; nothing opens it. */
  close: (why: string) => void;
  /** What the visitor did that brought the tools: opened one, or pasted files. */
  wanted: Wanted;
};

export type Wanted = { tool?: 'emoji' | 'file'; files?: File[] };

const style = `
  position:relative;flex:none;display:flex;
  & > input{display:none;}
`;

export const createTools = (deps: {
  /** Told of each change the visitor makes, and whether nothing is left. */
  typed: (empty: boolean) => void;
  attachments: boolean;
  /** What takes pictures; asking for it loads it. */
  camera: () => ReadonlySignal<ComponentType<CameraProps> | undefined>;
  blocked: ReadonlySignal<boolean>;
  /** Whether an earlier page has left files unsent, for the uploads part to send. */
  unsent: boolean;
}) => {
  return ({ box, text, kept, change, close, wanted }: ToolsProps) => {
    const { state } = useHome();
    const words = state.words.value;
    const blocked = deps.blocked.value;
    const input = useRef<HTMLInputElement>(null);
    const opener = useRef<HTMLButtonElement>(null);
    const attach = useRef<HTMLButtonElement>(null);
    const caret = useRef<number | undefined>(undefined);
    const [picking, setPicking] = useState(wanted.tool === 'emoji');
    const attachments = deps.attachments && !blocked;
    const { send, over } = useFiles(box, attachments);
    const Camera = attachments && state.touchFirst && deps.camera().value;

    // The buttons that stood here until now went, with the focus of whoever pressed one.
    useLayoutEffect(() => {
      const doc = opener.current?.ownerDocument;
      if (doc?.activeElement === doc?.body && doc?.hasFocus())
        (wanted.tool === 'file' ? attach : opener).current?.focus({ preventScroll: true });
    }, []);
    useEffect(() => {
      if (deps.unsent) state.part('uploads');
    }, []);
    useEffect(() => {
      if (wanted.tool === 'file') input.current?.click();
      if (wanted.files && attachments) send(wanted.files);
    }, [wanted]);

    useEffect(() => {
      // A draft that is there again is nobody's typing.
      if (text !== kept.current) deps.typed(!text.trim());
      // Nor is a picker that has not come to open over what is written now.
      if (state.missing.value.has('emoji')) setPicking(false);
    }, [text]);
    useEffect(() => close(blocked ? words.t('composer_blocked') : ''), [blocked, words]);

    // The caret goes behind what was put in, once that is drawn.
    useLayoutEffect(() => {
      const to = caret.current;
      caret.current = undefined;
      if (to !== undefined) box.current?.setSelectionRange(to, to);
    }, [text]);

    const insert = (emoji: string) => {
      const element = box.current;
      const from = element?.selectionStart ?? text.length;
      const to = element?.selectionEnd ?? from;
      change(text.slice(0, from) + emoji + text.slice(to));
      caret.current = from + emoji.length;
    };
    const stopPicking = (back: boolean) => {
      setPicking(false);
      if (back) opener.current?.focus();
    };

    return (
      <div className={useCss()(style)}>
        {text.length >= NEAR_MAX && <Part name="counter" with={{ text }} />}
        {picking && (
          <Part
            name="emoji"
            with={{ onPick: insert, onClose: stopPicking, opener }}
            meanwhile={<PartFailed of="emoji" at={ABOVE} />}
          />
        )}
        <PartFailed of="uploads" at={ABOVE} />
        {Camera && !text && <Camera send={send} />}
        {!blocked && (
          <button
            ref={opener}
            type="button"
            aria-label={words.t('composer_emoji')}
            aria-expanded={picking}
            aria-haspopup="dialog"
            // One that could not be had is asked for again by a press.
            onClick={() => setPicking(!picking || state.missing.value.has('emoji'))}
          >
            <Icon name="emoji" />
          </button>
        )}
        {attachments && (
          <>
            <button
              ref={attach}
              type="button"
              aria-label={words.t('composer_upload')}
              onClick={() => input.current?.click()}
            >
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
                // The same file may be chosen again.
                currentTarget.value = '';
              }}
            />
          </>
        )}
        {over && <DropHint />}
      </div>
    );
  };
};
