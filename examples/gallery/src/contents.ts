import type { GalleryState } from './fixtures';
import { slugOf } from './stage';

export type Group = { title: string; states: readonly GalleryState[] };

type Deps = {
  /** Shows the states with these words. @returns the number of states */
  find(words: string): number;
  /** A state was chosen from the list. */
  chosen(): void;
};

const make = <K extends keyof HTMLElementTagNameMap>(name: K, parent: Element, text = '') => {
  const element = document.createElement(name);
  element.textContent = text;
  parent.append(element);
  return element;
};

/** The list of all states, with search. */
export const createIndex = (root: HTMLElement, groups: readonly Group[], { find, chosen }: Deps) => {
  const links = new Map<GalleryState, HTMLAnchorElement>();
  const input = root.querySelector('input') as HTMLInputElement;
  const status = root.querySelector('[role=status]') as HTMLElement;
  const list = root.querySelector('nav') as HTMLElement;
  for (const { title, states } of groups) {
    const section = make('section', list);
    make('h2', section, title);
    const items = make('ul', section);
    for (const state of states) {
      const link = make('a', make('li', items), state.name);
      link.href = `#${slugOf(state.name)}`;
      link.addEventListener('click', chosen);
      links.set(state, link);
    }
  }

  const search = (words: string): void => {
    input.value = words;
    const count = find(words.trim());
    for (const [state, link] of links) {
      const item = link.closest('li') as HTMLElement;
      item.hidden = document.getElementById(slugOf(state.name))?.hidden === true;
    }
    for (const section of list.querySelectorAll('section'))
      section.hidden = !section.querySelector('li:not([hidden])');
    status.textContent = words.trim() ? `${count} of ${links.size} states` : `${links.size} states`;
  };
  input.addEventListener('input', () => search(input.value));

  return {
    search(words: string) {
      if (words !== input.value.trim() || status.textContent === '') search(words);
    },
    /** Marks the state that the address names. */
    mark(state: GalleryState | undefined) {
      for (const [other, link] of links) {
        if (other === state) {
          link.setAttribute('aria-current', 'location');
          link.scrollIntoView({ block: 'nearest' });
        } else link.removeAttribute('aria-current');
      }
    },
  };
};
