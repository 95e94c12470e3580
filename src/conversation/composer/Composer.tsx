import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Icon } from '../../ui/primitives/Icon';
import { useCss } from '../../ui/theme/css';
import { useHome } from '../context';
import { Feature } from '../Feature';
import type { WantedTool } from '../features';
import { ToolButtons } from './ToolButtons';

// The text box has at least 16 px, because phones zoom in on smaller ones.
const style = `
  flex:none;display:flex;align-items:flex-end;gap:8px;margin:4px 12px max(12px,env(safe-area-inset-bottom));padding:5px;
  border:1px solid var(--field);border-radius:var(--composer,24px);background:var(--elevated);transition:border-color .15s;
  &:focus-within{border-color:var(--accent);outline:1px solid var(--accent);}
  & textarea{flex:1 var(--basis,0px);min-width:0;max-height:min(144px,30vh);padding:6px 4px 6px 12px;border:0;background:none;resize:none;outline:0;font-size:var(--input,16px);line-height:1.5;overflow-y:auto;}
  [dir=rtl] & textarea{padding-left:4px;padding-right:12px;}
  & textarea::placeholder{color:var(--quiet);opacity:1;}
  & button{flex:none;display:grid;place-items:center;width:36px;height:36px;border-radius:50%;background:var(--action);color:var(--onAction);transition:transform .15s,opacity .15s;}
  & button[type=button]{background:none;color:var(--quiet);}
  & button[type=button]:hover{background:var(--hover);}
  & button:active{transform:scale(.94);}
  & button[aria-disabled]{opacity:.35;cursor:default;}
  @media (pointer:coarse){& button{width:44px;height:44px;}& textarea{padding-top:10px;padding-bottom:10px;}}
`;

/** How long a text stands before the tools load and report that the visitor is typing. */
const TOLD_AFTER_MS = 1000;

/** Fits the text box's height to its content, up to the style's limit. */
const useFittingHeight = (box: RefObject<HTMLTextAreaElement | null>, changes: unknown[]) =>
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    element.style.height = 'auto';
    // A hidden window has no heights.
    if (element.scrollHeight) element.style.height = `${element.scrollHeight}px`;
  }, changes);

/** Loads the tools when needed: they report typing to the agents, and close the box when input is blocked. */
const useWantedTool = (empty: boolean) => {
  const { state } = useHome();
  const [wanted, want] = useState<WantedTool | undefined>(state.filesLeft ? {} : undefined);
  const blocked = state.last.value?.blockChatInput;
  useEffect(() => {
    if (wanted || (empty && !blocked)) return undefined;
    const timer = setTimeout(() => want({}), blocked ? 0 : TOLD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [empty, blocked, wanted]);
  return [wanted, want] as const;
};

/** The text box with its buttons. A message written before a connection exists is kept and sent later. */
export const Composer = () => {
  const { state, actions } = useHome();
  const words = state.words.value;
  const [text, setText] = useState('');
  // The reason why the visitor may not write now; empty when they may.
  const [closed, setClosed] = useState('');
  const [wanted, want] = useWantedTool(!text);
  const drawn = useRef(false);
  /** The draft that was restored last. */
  const kept = useRef<string | undefined>(undefined);
  const box = useRef<HTMLTextAreaElement>(null);
  const open = state.widgetOpen.value;

  useEffect(() => {
    if (open && !state.touchFirst) box.current?.focus({ preventScroll: true });
  }, [open, state.touchFirst]);

  // A layout effect, because a sent text must leave the stored draft even when the page is closed at once.
  useLayoutEffect(() => {
    const instead = actions.keepDraft(text, !drawn.current);
    drawn.current = true;
    if (instead === undefined || instead === text) return;
    kept.current = instead;
    setText(instead);
  }, [state.draftKey.value, text]);

  useFittingHeight(box, [text, closed, words]);

  const send = () => {
    if (closed || !text.trim()) return;
    actions.send(text);
    setText('');
    box.current?.focus({ preventScroll: true });
  };

  return (
    <form
      className={useCss()(style)}
      data-on="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        ref={box}
        rows={1}
        dir={text ? 'auto' : undefined}
        value={text}
        aria-label={words.t('composer_label')}
        placeholder={closed || words.t('composer_label')}
        disabled={!!closed}
        enterkeyhint="send"
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          // Once the visitor types, drop a pressed tool that could not be loaded: it must not open later over
          // the text.
          if (wanted?.tool && state.missing.value.has('composerTools')) want({ files: wanted.files });
        }}
        onKeyDown={(event) => {
          // Enter confirms a choice while an input method composes; Safari reports that with key code 229
          // only.
          const composing = event.isComposing || event.keyCode === 229;
          if (event.key !== 'Enter' || event.shiftKey || composing) return;
          event.preventDefault();
          send();
        }}
      />
      {wanted ? (
        <Feature
          name="composerTools"
          with={{ box, text, kept, change: setText, close: setClosed, wanted }}
          meanwhile={<ToolButtons box={box} want={want} wanted={wanted} />}
        />
      ) : (
        <ToolButtons box={box} want={want} />
      )}
      <button type="submit" aria-label={words.t('composer_send')} aria-disabled={!text.trim() || undefined}>
        <Icon name="send" />
      </button>
    </form>
  );
};
