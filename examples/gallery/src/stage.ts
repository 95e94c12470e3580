import type { Words } from '../../../src/i18n/words';
import { type CardFrame, createFrame } from '../../../src/platform/frames';
import { type DrawnCard, drawCard, type Look } from './card';
import type { GalleryState } from './fixtures';
import { keepQuiet } from './keepQuiet';

/** How far outside of the window cards are drawn in advance, for scrolling. */
const AHEAD = '400px';

/** The name of a state in addresses. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

type Place = {
  shown: GalleryState;
  figure: HTMLElement;
  frame: HTMLElement;
  card?: DrawnCard;
  drawing: boolean;
};

export type Stage = {
  /** Redraws the cards, each when it comes into view. */
  draw(words: Promise<Words>, size: string, look: Look): void;
  /** Gives the drawn cards another look. */
  paint(look: Look): void;
  /** Shows the states that pass. @returns the number of states */
  filter(test: (state: GalleryState) => boolean): number;
};

const makePlace = (main: HTMLElement, shown: GalleryState): Place => {
  const figure = document.createElement('figure');
  figure.id = slugOf(shown.name);
  const caption = document.createElement('figcaption');
  const link = document.createElement('a');
  link.href = `#${figure.id}`;
  link.textContent = shown.name;
  caption.append(link);
  const frame = document.createElement('div');
  frame.className = 'frame';
  figure.append(caption, frame);
  main.append(figure);
  return { shown, figure, frame, drawing: false };
};

/**
 * The cards of all states. The main element has `data-ready` while all visible cards are drawn.
 * @param isWhole draws all cards at once, for tests and pictures
 */
export const createStage = (main: HTMLElement, states: readonly GalleryState[], isWhole: boolean): Stage => {
  const places = states.map((shown) => makePlace(main, shown));
  let round = 0;
  let drawing = 0;
  let words: Promise<Words> = new Promise(() => {});
  let size = '';
  let look: Look | undefined;

  const settle = async (): Promise<void> => {
    const mine = round;
    const { locale } = await words;
    if (mine === round && drawing === 0) main.dataset.ready = locale;
  };

  /** Cards that do not fit into the window are scaled down. */
  const fit = (): void => {
    const [width = 0] = size.split('x').map(Number);
    const { paddingInlineStart: start, paddingInlineEnd: end } = getComputedStyle(main);
    const room = main.clientWidth - Number.parseFloat(start) - Number.parseFloat(end);
    const scale = Math.min(1, room / width);
    main.style.setProperty('--scale', String(scale));
    main.classList.toggle('scaled', scale < 1);
  };

  const drawFrame = (place: Place, mine: number): Promise<void> =>
    new Promise((done) => {
      createFrame(place.frame, place.shown.name, async (frame: CardFrame) => {
        const [width = '', height = ''] = size.split('x');
        Object.assign(frame.element, { width, height });
        const said = await words;
        if (mine === round && look) {
          const endQuiet = keepQuiet(frame);
          const card = await drawCard(frame, place.shown, said, look);
          endQuiet();
          if (mine === round) {
            place.card = card;
            card.paint(look);
          } else card.undo();
        }
        done();
      });
    });

  const show = async (place: Place): Promise<void> => {
    if (place.drawing || place.figure.hidden) return;
    place.drawing = true;
    const mine = round;
    drawing += 1;
    delete main.dataset.ready;
    await drawFrame(place, mine);
    if (mine !== round) return;
    drawing -= 1;
    await settle();
  };

  const observer = new IntersectionObserver(
    (entries) => {
      const seen = entries.filter((entry) => entry.isIntersecting).map((entry) => entry.target);
      for (const place of places) if (seen.includes(place.figure)) void show(place);
      void settle();
    },
    { rootMargin: AHEAD },
  );
  const watch = (): void => {
    observer.disconnect();
    if (!look) return;
    for (const place of places) {
      if (isWhole) void show(place);
      else observer.observe(place.figure);
    }
    if (isWhole) void settle();
  };
  addEventListener('resize', fit);

  return {
    draw(nextWords, nextSize, nextLook) {
      round += 1;
      drawing = 0;
      delete main.dataset.ready;
      [words, size, look] = [nextWords, nextSize, nextLook];
      const [width = '', height = ''] = size.split('x');
      main.style.setProperty('--width', width);
      main.style.setProperty('--height', height);
      for (const place of places) {
        place.card?.undo();
        place.card = undefined;
        place.drawing = false;
        place.frame.replaceChildren();
      }
      fit();
      watch();
    },
    paint(nextLook) {
      look = nextLook;
      for (const { card } of places) card?.paint(nextLook);
    },
    filter(test) {
      for (const { shown, figure } of places) figure.hidden = !test(shown);
      watch();
      return places.filter(({ figure }) => !figure.hidden).length;
    },
  };
};
