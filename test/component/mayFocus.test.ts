import { afterEach, describe, expect, it } from 'vitest';
import { mayFocus } from '../../src/platform/mayFocus';

afterEach(() => document.body.replaceChildren());

/** Focuses the first element of the content. */
const focus = (html: string) => {
  document.body.innerHTML = html;
  const element = document.body.firstElementChild as HTMLElement;
  element.tabIndex = 0;
  element.focus();
  expect(document.activeElement).toBe(element);
};

const KEEPING = {
  ...Object.fromEntries(
    [
      'text',
      'password',
      'email',
      'search',
      'number',
      'date',
      'checkbox',
      'radio',
      'range',
      'color',
      'file',
    ].map((type) => [`a field for ${type}`, `<input type=${type}>`]),
  ),
  'a field without a type': '<input>',
  'a text area': '<textarea></textarea>',
  'a choice': '<select><option>a</option></select>',
  'an editor': '<div contenteditable=true>a</div>',
  'a text box of a library': '<div role=textbox>a</div>',
  'a list that scrolls': '<div role=listbox>a</div>',
  'a game': '<canvas></canvas>',
  'a film': '<video></video>',
};
const LEAVING = {
  'a link': '<a href="#a">a</a>',
  'a button': '<button>a</button>',
  'a button by its type': '<input type=submit>',
  'a button by its role': '<div role=button>a</div>',
  'a summary': '<summary>a</summary>',
  'the widget': '<div data-porch></div>',
};

describe('the focus', () => {
  it.each(Object.entries(KEEPING))('stays in %s', (_, html) => {
    focus(html);
    expect(mayFocus(document)).toBe(false);
  });

  it.each(Object.entries(LEAVING))('may leave %s', (_, html) => {
    focus(html);
    expect(mayFocus(document)).toBe(true);
  });

  it('may be taken where nothing has it', () => {
    expect(mayFocus(document)).toBe(true);
    expect(mayFocus({ activeElement: null } as Document)).toBe(true);
  });
});
