import type { ReadonlySignal } from '@preact/signals-react';
import { type ComponentType, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { NEAR_MAX } from '../../../model/validation';
import { useHome } from '../../context';
import { Icon } from '../../primitives/Icon';
import { Part } from '../../primitives/Part';
import { useCss } from '../../theme/css';
import type { CameraProps } from './Camera';
import { DropHint } from './DropHint';
import { useFiles } from './useFiles';

export type ToolsProps = {
  box: RefObject<HTMLTextAreaElement | null>;
  text: string;
  change: (text: string) => void;
  /** Closes the text box and says why; nothing opens it. */
  close: (why: string) => void;
  /** What the visitor did that brought the tools: opened one, or pasted files. */
  wanted: Wanted;
};

export type Wanted = { tool?: 'emoji' | 'file'; files?: File[] };

/** What is kept of what is typed; see the flow of the same name. */
type Drafts = { key: ReadonlySignal<string>; follow(text: string): string | undefined };

const style = `
  position:relative;flex:none;display:flex;
  & > input{display:none;}
`;

export const createTools = (deps: {
  drafts: Drafts;
  /** Told of each change the visitor makes, and whether nothing is left. */
  typed: (empty: boolean) => void;
  attachments: boolean;
  /** What takes pictures; asking for it loads it. */
  camera: () => ReadonlySignal<ComponentType<CameraProps> | undefined>;
  blocked: ReadonlySignal<boolean>;
  /** Whether an earlier page has left files unsent, for the uploads part to send. */
  unsent: boolean;
}) => {
  const { drafts } = deps;
  return ({ box, text, change, close, wanted }: ToolsProps) => {
    const { state } = useHome();
    const words = state.words.value;
    const blocked = deps.blocked.value;
    const key = drafts.key.value;
    const input = useRef<HTMLInputElement>(null);
    const opener = useRef<HTMLButtonElement>(null);
    const attach = useRef<HTMLButtonElement>(null);
    const kept = useRef<string | undefined>(undefined);
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

    // At once: what was sent is not to come back, however soon the page goes.
    useLayoutEffect(() => {
      const instead = drafts.follow(text);
      if (instead === undefined || instead === text) return;
      kept.current = instead;
      change(instead);
    }, [key, text]);
    useEffect(() => {
      // A draft that is there again is nobody's typing.
      if (text !== kept.current) deps.typed(!text.trim());
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
        {picking && <Part name="emoji" with={{ onPick: insert, onClose: stopPicking, opener }} />}
        {Camera && !text && <Camera send={send} />}
        {!blocked && (
          <button
            ref={opener}
            type="button"
            aria-label={words.t('composer_emoji')}
            aria-expanded={picking}
            aria-haspopup="dialog"
            onClick={() => setPicking(!picking)}
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
