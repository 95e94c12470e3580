import { make } from './make';

const SVG = 'http://www.w3.org/2000/svg';

/** A speech bubble, as path data. */
export const BUBBLE_PATH = 'M3.5 16.5v-10a3 3 0 0 1 3-3h7a3 3 0 0 1 3 3v5a3 3 0 0 1-3 3h-8z';

/** Appends an icon, drawn from path data, to a button, which needs its own accessible name. @returns the path */
export const drawIcon = (button: Element, path: string): SVGPathElement => {
  const svg = make('svg', button, '', SVG);
  const line = make('path', svg, '', SVG);
  svg.setAttribute('viewBox', '0 0 20 20');
  line.setAttribute('d', path);
  return line;
};
