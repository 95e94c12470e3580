import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { render } from 'react-dom';
import type { TextBox } from '../../launcher/textBox';
import { isTooLong } from '../../model/validation';
import { listen } from '../../platform/disposer';
import { CssProvider, useCss } from '../../ui/theme/css';
import { HomeProvider, useHome } from '../context';
import { Feature } from '../Feature';
import type { ToolsProps, WantedTool } from '../features';
import { ToolButtons } from './ToolButtons';

// launcher/styles.ts draws the form in the same place and look before. The text box has at least 16 px, because
// phones zoom in on smaller ones.
const style = `
  position:relative;flex:none;display:flex;justify-content:end;align-items:end;gap:2px;margin:4px 12px 12px;padding:5px;
  border:1px solid var(--field);border-radius:var(--composer,24px);background:var(--elevated);transition:border-color .15s;
  &[hidden]{display:none;}
  &:focus-within{border-color:var(--accent);outline:2px solid var(--accent);outline-offset:-1px;}
  & textarea{flex:1 var(--basis,0px);min-width:0;max-height:min(144px,30vh);padding:6px 2px;padding-inline-start:12px;border:0;background:none;resize:none;outline:0;font-size:var(--input,16px);line-height:1.5;overflow:hidden auto;}
  & textarea:not(:placeholder-shown){unicode-bidi:plaintext;}
  & textarea::placeholder{color:var(--quiet);opacity:1;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;}
  & button{flex:none;display:grid;place-items:center;width:36px;height:36px;border-radius:50%;background:var(--action);color:var(--onAction);transition:transform .15s,opacity .15s;}
  & button[type=button]{background:none;color:var(--quiet);}
  & button[type=button]:hover{background:var(--hover);}
  & button:active{transform:scale(.94);}
  & > button > svg{width:20px;}
  & > [aria-disabled]{opacity:.35;cursor:default;}
  & [aria-busy]{opacity:.5;cursor:progress;}
  @media (pointer:coarse){& button{width:44px;height:44px;}& textarea{padding-top:10px;padding-bottom:10px;}}
  @media (min-height:400px){&[data-wide]{flex-wrap:wrap;--basis:100%;}& textarea:read-only::placeholder{white-space:normal;}}
`;

/**
 * Fits the text box to its text, up to the style's limit. A text that needs more than one line beside the tools gets
 * the whole width, and the tools get their own row; in a low window they stay beside it.
 */
const fitText = ({ form, box }: TextBox) => {
  form.toggleAttribute('data-wide', false);
  box.style.height = 'auto';
  // An empty box has the height of its one row. Measuring it would lay out the card twice.
  if (!box.value && !box.readOnly) return;
  form.toggleAttribute('data-wide', box.scrollHeight > box.clientHeight);
  // A hidden window has no heights.
  if (box.scrollHeight) box.style.height = `${box.scrollHeight}px`;
};

/** How long a text is in the box before the tools load and report that the visitor is typing. */
const TOLD_AFTER_MS = 1000;

/**
 * Loads the tools when needed: they report typing to the agents, close the box when input is blocked, and bring the
 * camera of a handheld device.
 */
const useWantedTool = (empty: boolean) => {
  const { state } = useHome();
  const [wanted, want] = useState<WantedTool | undefined>(state.filesLeft ? {} : undefined);
  const blocked = state.last.value?.blockChatInput;
  useEffect(() => {
    if (wanted || (empty && !blocked && !state.touchFirst)) return undefined;
    return state.clock.after(blocked ? 0 : TOLD_AFTER_MS, () => want({}));
  }, [empty, blocked, wanted]);
  return [wanted, want] as const;
};

/** The tools between the text and the send button. */
const Tools = (props: Omit<ToolsProps, 'wanted'>) => {
  const { state } = useHome();
  const { box, text } = props;
  const [wanted, want] = useWantedTool(!text);
  useEffect(() => {
    // Once the visitor types, drop a pressed tool that could not be loaded: it must not open later over the
    // text.
    if (wanted?.tool && state.missing.value.has('composerTools')) want({ files: wanted.files });
  }, [text]);
  return wanted ? (
    <Feature
      name="composerTools"
      with={{ ...props, wanted }}
      meanwhile={<ToolButtons box={box} want={want} wanted={wanted} />}
    />
  ) : (
    <ToolButtons box={box} want={want} />
  );
};

/** Draws its children behind an element that is not React's, in their own root. */
const Behind = ({ element, children }: { element: Element; children: ReactNode }) => {
  const home = useHome();
  const css = useCss();
  const [place] = useState(() => element.ownerDocument.createElement('div'));
  useLayoutEffect(() => {
    element.after(place);
    return () => {
      render(null, place);
      place.remove();
    };
  }, []);
  useLayoutEffect(() => {
    render(
      <CssProvider value={css}>
        <HomeProvider value={home}>{children}</HomeProvider>
      </CssProvider>,
      place,
    );
  });
  return null;
};

export const BelowTextBox = ({ children }: { children: ReactNode }) => (
  <Behind element={useHome().state.textBox.form}>{children}</Behind>
);

/**
 * The text in the box. The box is the only owner; this follows it.
 * @returns the text, and a function that replaces it, but never while an input method composes
 */
const useText = ({ form, box }: TextBox) => {
  const [text, setText] = useState(box.value);
  const composing = useRef(false);
  useLayoutEffect(() => {
    const follow = ({ isComposing }: Event & { isComposing?: boolean }) => {
      composing.current = !!isComposing;
      setText(box.value);
    };
    // By a key or a press the launcher's text box sends, and is empty when the event reaches the form.
    return listen(form, 'input compositionend keydown click', follow);
  }, []);
  const change = (next: string) => {
    if (composing.current) return;
    box.value = next;
    setText(next);
  };
  return [text, change] as const;
};

/**
 * Fills the form in which the visitor writes, which exists before the card (launcher/textBox.ts): its look, its words,
 * its tools and the draft. A message written before a connection exists is kept and sent later.
 */
export const Composer = () => {
  const { state, actions } = useHome();
  const { textBox } = state;
  const { form, box, button } = textBox;
  const words = state.words.value;
  const hidden = state.listShown.value;
  const [text, change] = useText(textBox);
  // The reason why the visitor may not write now; empty when they may.
  const [closed, close] = useState('');
  /** The draft that was restored last. */
  const kept = useRef<string | undefined>(undefined);
  const className = useCss()(style);
  const column = useCss()(COLUMN);

  useLayoutEffect(() => {
    form.className = className;
    form.dataset.on = 'composer';
    box.enterKeyHint = 'send';
    if (form.parentElement) form.parentElement.className = column;
  }, []);

  useLayoutEffect(() => {
    const returned = form.hidden && !hidden;
    form.hidden = hidden;
    if (returned && state.widgetOpen.peek() && !state.touchFirst) box.focus();
  }, [hidden]);

  // A layout effect, because a sent text must leave the stored draft even when the page is closed at once.
  useLayoutEffect(() => {
    const instead = actions.keepDraft(text);
    if (instead === undefined || instead === text) return;
    kept.current = instead;
    change(instead);
  }, [state.draftKey.value, text]);

  useLayoutEffect(() => {
    const label = words.t('composer_label');
    box.readOnly = closed !== '';
    box.ariaLabel = label;
    box.placeholder = closed || label;
    button.ariaLabel = words.t('composer_send');
  }, [closed, words]);

  // Not with each letter: after a change of the placeholder, Chromium undoes single letters.
  useLayoutEffect(() => {
    button.ariaDisabled = text.trim() && !closed && !isTooLong(text) ? null : 'true';
    fitText(textBox);
  }, [text, closed, words, hidden]);

  return (
    !hidden && (
      <Behind element={box}>
        <Tools {...{ box, text, kept, close }} />
      </Behind>
    )
  );
};

/** The element that the text box and the card's parts share. It scrolls where the window is too low for them. */
const COLUMN =
  'position:absolute;inset:0;display:flex;flex-direction:column;overflow:auto;background:var(--surface);';
