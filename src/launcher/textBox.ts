import type { LauncherWords } from '../wire/config';
import { drawIcon } from './icons';
import { make } from './make';

/** An arrow that points up. */
const SEND_PATH = 'M10 16V4.5M4.8 9.2 10 4l5.2 5.2';

/**
 * The form in which the visitor writes. It is plain DOM that nothing ever moves, replaces or disables, so that
 * the visitor can write on while the card is drawn around it. The card draws its tools between text and button.
 */
export type TextBox = { form: HTMLFormElement; box: HTMLTextAreaElement; button: HTMLButtonElement };

/** @param send receives each text that the visitor sends, with the blanks around it */
export const drawTextBox = (
  parent: ParentNode,
  words: LauncherWords,
  send: (text: string) => void,
): TextBox => {
  const form = make('form', parent);
  const box = make('textarea', form);
  const button = make('button', form);
  drawIcon(button, SEND_PATH);
  box.rows = 1;
  box.ariaLabel = box.placeholder = words.write;
  button.ariaLabel = words.send;
  // Not by the form's submit event, which a sandboxed page without `allow-forms` never gets.
  const submit = (event: Event) => {
    event.preventDefault();
    const text = box.value;
    if (!text.trim() || box.readOnly) return;
    send(text);
    box.value = '';
    box.focus();
  };
  button.onclick = submit;
  box.onkeydown = (event) => {
    // Enter confirms a choice while an input method composes. Safari reports that by the key code alone: 229, not 13.
    if (event.keyCode === 13 && !event.shiftKey && !event.isComposing) submit(event);
  };
  return { form, box, button };
};
