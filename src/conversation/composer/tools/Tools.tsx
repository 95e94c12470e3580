import type { ReadonlySignal } from '@preact/signals-react';
import { type ComponentType, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { CameraProps } from '../../../features/attachments/Camera';
import { NEAR_MAX } from '../../../model/validation';
import { Icon } from '../../../ui/primitives/Icon';
import { useCss } from '../../../ui/theme/css';
import { useHome } from '../../context';
import { Part } from '../../Feature';
import { PartFailed } from '../../FeatureFailed';
import { ABOVE } from '../ToolButtons';
import { DropHint } from './DropHint';
import { useFiles } from './useFiles';

export type ToolsProps = {
  box: RefObject<HTMLTextAreaElement | null>;
  text: string;
  /** The draft that was restored last. */
  kept: RefObject<string | undefined>;
  change: (text: string) => void;
  /** Closes the text box and shows the reason; an empty reason opens it. */
  close: (why: string) => void;
  /** The action of the visitor that needed the tools. */
  wanted: Wanted;
};

export type Wanted = { tool?: 'emoji' | 'file'; files?: File[] };

const style = `
  position:relative;flex:none;display:flex;
  & > input{display:none;}
`;

export const createTools = (deps: {
  /** Called with each change by the visitor, and whether the text is empty now. */
  typed: (empty: boolean) => void;
  attachments: boolean;
  /** The camera part; the first call loads it. */
  camera: () => ReadonlySignal<ComponentType<CameraProps> | undefined>;
  blocked: ReadonlySignal<boolean>;
  /** Whether an earlier page has left unfinished uploads, which the uploads part sends. */
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

    // The buttons drawn before were removed; give the focus of a pressed one to its replacement.
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
      // A restored draft does not count as typing.
      if (text !== kept.current) deps.typed(!text.trim());
      // A picker that could not be loaded must not open later over the text.
      if (state.missing.value.has('emoji')) setPicking(false);
    }, [text]);
    useEffect(() => close(blocked ? words.t('composer_blocked') : ''), [blocked, words]);

    // Once the inserted text is drawn, place the caret behind it.
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
            // When loading the picker failed, a press tries again.
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
                // Reset, so that choosing the same file again is reported.
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
