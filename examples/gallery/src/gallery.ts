/// <reference types="vite/client" />
import { chainOf } from '../../../locales/chain.mjs';
import codes from '../../../locales/codes.json';
import { createWords, type Dictionary, type Words } from '../../../src/i18n/words';
import { Light } from '../../../src/model/defaultColors';
import { type CardFrame, createFrame } from '../../../src/platform/frames';
import { type DrawnCard, drawCard, type Look } from './card';
import type { GalleryState } from './fixtures';
import { PSEUDO, pseudoWords } from './pseudo';
import { STATES } from './states';

/**
 * Shows the home card in every state and language, with fixtures and the real components. Screenshots and
 * accessibility tests use it. `?locale=ar&size=320x568&direction=rtl&scheme=dark` sets the form's first
 * values, and `?state=Form` shows only states whose names start that way. The locale `en-xa` is English with
 * longer words (pseudo.ts).
 */
const files = import.meta.glob<Dictionary>(['../../../locales/*.json', '!../../../locales/codes.json'], {
  import: 'default',
});
const known = Object.keys(files)
  .map((path) => path.replace(/.*\/|\.json$/g, ''))
  .sort();

const form = document.querySelector('form') as HTMLFormElement;
const main = document.querySelector('main') as HTMLElement;
const control = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
const asked = new URLSearchParams(location.search);

const loadWords = async (code: string): Promise<Words> => {
  const isPseudo = code === PSEUDO;
  const parts = await Promise.all(
    chainOf(isPseudo ? 'en-us' : code, codes).map((part) => {
      const load = files[`../../../locales/${part}.json`];
      if (!load) throw new Error(`There is no locale ${part}`);
      return load();
    }),
  );
  const dictionary: Dictionary = Object.assign({}, ...parts);
  const words = createWords(code, isPseudo ? pseudoWords(dictionary) : dictionary, (problem) =>
    console.error(problem),
  );
  const direction = control('direction').value;
  return direction ? { ...words, rtl: direction === 'rtl' } : words;
};

for (const code of [...known, PSEUDO]) control('locale').append(new Option(code));
const locale = asked.get('locale') ?? '';
control('locale').value = [...known, PSEUDO].includes(locale) ? locale : 'en-us';
control('action').value = asked.get('action') ?? Light.action;
control('message').value = asked.get('message') ?? Light.message;
control('direction').value = asked.get('direction') ?? '';
control('scheme').value = asked.get('scheme') ?? 'light';
const size = asked.get('size');
if (size) {
  control('size').value = size;
  // Add a size that the form does not offer.
  if (!control('size').value) control('size').append(new Option(size.replace('x', ' × '), size, true, true));
}
const wanted = asked.get('state') ?? '';

let cards: DrawnCard[] = [];
let round = 0;

const look = (): Look => ({
  action: control('action').value,
  message: control('message').value,
  scheme: control('scheme').value,
});

/** Applies the scheme to the cards that are already drawn. */
const paint = () => {
  for (const card of cards) card.paint(look());
  main.dataset.scheme = control('scheme').value;
};

const draw = async () => {
  round += 1;
  const mine = round;
  delete main.dataset.ready;
  const words = await loadWords(control('locale').value);
  if (mine !== round) return;
  const [width = '', height = ''] = control('size').value.split('x');
  for (const { undo } of cards) undo();
  cards = [];
  main.replaceChildren();

  const drawState = (shown: GalleryState) =>
    new Promise<void>((done) => {
      const figure = document.createElement('figure');
      const caption = document.createElement('figcaption');
      caption.textContent = shown.name;
      figure.append(caption);
      main.append(figure);
      createFrame(figure, shown.name, (frame: CardFrame) => {
        frame.element.width = width;
        frame.element.height = height;
        void drawCard(frame, shown, words, look()).then((card) => {
          cards.push(card);
          done();
        });
      });
    });
  await Promise.all(STATES.filter(({ name }) => name.startsWith(wanted)).map(drawState));
  if (mine !== round) return;
  paint();
  main.dataset.ready = control('locale').value;
};

form.addEventListener('input', ({ target }) => {
  if (target === control('scheme')) paint();
  else void draw();
});
void draw();
