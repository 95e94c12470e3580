import { COLORS, type Color, familyOf, SAMPLES } from './colors.ts';
import { askAbout, startSupport } from './support.ts';
import './style.css';

const page = document.querySelector('#page') as HTMLElement;
const families = document.querySelector('#families') as HTMLElement;

const element = (tag: string, text = '', className = ''): HTMLElement => {
  const made = document.createElement(tag);
  made.textContent = text;
  made.className = className;
  return made;
};

const chip = (color: Color, label: string): HTMLAnchorElement => {
  const link = element('a', label, 'chip') as HTMLAnchorElement;
  link.href = color.path;
  link.style.setProperty('--color', color.value);
  return link;
};

const home = (): HTMLElement[] => [
  element('h1', 'Find the color of your wall'),
  element('p', 'Twenty families in ten tones, mixed in Aarhus from chalk, linseed oil and pigment.', 'lead'),
];

const shown = (color: Color): HTMLElement[] => {
  const swatch = element('div', '', 'swatch');
  swatch.style.setProperty('--color', color.value);
  const tones = element('div', '', 'tones');
  tones.append(
    ...familyOf(color).map((one) => {
      const link = chip(one, String(one.tone));
      if (one === color) link.setAttribute('aria-current', 'page');
      return link;
    }),
  );
  const ask = element('button', 'Ask about this color');
  ask.addEventListener('click', () => askAbout(color.name));
  return [
    swatch,
    element('h1', color.name),
    element('p', `Tone ${color.tone} of 10. One liter covers 12 m².`, 'lead'),
    tones,
    ask,
  ];
};

const draw = (): void => {
  const color = COLORS.find(({ path }) => path === location.pathname);
  document.title = color ? `${color.name} · Farver` : 'Farver';
  page.replaceChildren(...(color ? shown(color) : home()));
};

/** Follows links inside the app without loading the page. */
const follow = (event: MouseEvent): void => {
  const link = (event.target as Element).closest('a');
  const changesTab = event.metaKey || event.ctrlKey || event.shiftKey;
  if (!link || link.origin !== location.origin || changesTab) return;
  event.preventDefault();
  history.pushState(null, '', link.href);
  draw();
};

families.append(...SAMPLES.map((color) => chip(color, color.family)));
document.addEventListener('click', follow);
window.addEventListener('popstate', draw);
draw();
startSupport();
