/// <reference types="vite/client" />
import type { Look } from './card';
import { createIndex } from './contents';
import type { GalleryState } from './fixtures';
import { createKnobs } from './knobs';
import { LOCALES, loadWords } from './locales';
import { createPanels } from './panels';
import { snippetOf } from './snippet';
import { createStage, slugOf } from './stage';
import { GROUPS, STATES } from './states';
import { queryWith, type View, viewIn } from './view';

/**
 * Shows every state of the cards, in every language and look, with fixtures and the real components. The address has
 * the knobs (view.ts), the search (`find`) and, after the `#`, the state. Screenshots and accessibility tests use it
 * too: `frames=all` draws all cards at once, not only the visible ones. The locale `en-xa` is English with longer words
 * (pseudo.ts).
 */
const at = (selector: string) => document.querySelector(selector) as HTMLElement;
const codes = LOCALES.map(({ code }) => code);
const query = () => new URLSearchParams(location.search);

const main = at('main');
const stage = createStage(main, STATES, query().get('frames') === 'all');
const lookOf = ({ action, message, scheme, side, radius, font }: View): Look => ({
  action,
  message,
  scheme,
  side: side === 'left' ? 'left' : 'right',
  radius: Number(radius),
  font: Number(font),
});
const panels = createPanels();

let shown: View | undefined;
/** Draws the changes. Another language, direction or size redraws all cards. */
const show = (view: View): void => {
  const before = shown;
  shown = view;
  main.dataset.scheme = view.scheme;
  at('#snippet code').textContent = snippetOf(view, new URL('../porch/porch.now.js', location.href).href);
  const isAnew =
    !before || (['locale', 'direction', 'size'] as const).some((name) => before[name] !== view[name]);
  if (isAnew) stage.draw(loadWords(view), view.size, lookOf(view));
  else stage.paint(lookOf(view));
};

const address = (search: string): string => location.pathname + search + location.hash;
const knobs = createKnobs(at('#look') as HTMLFormElement, LOCALES, (view, isDone) => {
  const next = address(queryWith(query(), view));
  // A drag adds one history entry, not one for each step.
  const entry = isDone ? null : 'dragged';
  if (history.state === 'dragged') history.replaceState(entry, '', next);
  else history.pushState(entry, '', next);
  show(view);
});

const matches = (words: string) => (state: GalleryState) =>
  words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => state.name.toLowerCase().includes(word));
const contents = createIndex(at('#states'), GROUPS, {
  find(words) {
    const next = query();
    if (words) next.set('find', words);
    else next.delete('find');
    const search = next.toString();
    history.replaceState(history.state, '', address(search && `?${search}`));
    return stage.filter(matches(words));
  },
  chosen: () => panels.close(),
});

/** Scrolls to the state that the address names. */
const goToState = (): void => {
  const state = STATES.find(({ name }) => slugOf(name) === location.hash.slice(1));
  contents.mark(state);
  if (!state) return;
  if (!matches(query().get('find') ?? '')(state)) contents.search('');
  document.getElementById(slugOf(state.name))?.scrollIntoView();
};

const follow = (): void => {
  const view = viewIn(query(), codes);
  knobs.set(view);
  contents.search(query().get('find') ?? '');
  if (!shown || queryWith(new URLSearchParams(), shown) !== queryWith(new URLSearchParams(), view))
    show(view);
};

follow();
goToState();
// Both Back and a new `#` end here; the browser scrolls to the state.
addEventListener('popstate', follow);
addEventListener('hashchange', goToState);
