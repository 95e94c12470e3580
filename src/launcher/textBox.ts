import type { LauncherWords } from '../wire/config';
import { drawIcon } from './icons';
import { make } from './make';

/** An arrow that points up. */
const SEND_PATH = 'M10 16V4M5 9 10 4 15 9';

/**
 * The form in which the visitor writes. It is plain DOM that nothing ever moves, replaces or disables, so that
 * the visitor can write on while the card is drawn around it. The card draws its tools between text and button.
 */
export type TextBox = { form: HTMLFormElement; box: HTMLTextAreaElement; button: HTMLButtonElement };

/**
 * @param send receives each text that the visitor sends, with the blanks around it
 * @param on.toggle receives Escape
 */
export const drawTextBox = (
  parent: ParentNode,
  words: LauncherWords,
  send: (text: string) => void,
  on: { toggle(press: UIEvent): void },
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
    // While an input method composes, each key has the code 229: Enter confirms a choice, Escape discards it.
    if (!event.shiftKey && event.keyCode === 13) submit(event);
    if (event.keyCode === 27) on.toggle(event);
  };
  return { form, box, button };
};
