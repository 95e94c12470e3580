const SVG = 'http://www.w3.org/2000/svg';

/** Porch's own icons, 20 px grid, 1.75 stroke, as path data. */
export const CLOSE_PATH = 'M5 5l10 10M15 5L5 15';
/** A speech bubble. */
export const BUBBLE_PATH =
  'M10 3.5c3.6 0 6.5 2.5 6.5 5.7s-2.9 5.7-6.5 5.7q-1.4 0-2.6-.5L4 15.8l.9-2.9a5.3 5.3 0 0 1-1.4-3.7c0-3.2 2.9-5.7 6.5-5.7';

/** Builds an icon from path data. The button that contains it needs its own accessible name. */
export const drawIcon = (doc: Document, path: string, className: string): SVGElement => {
  const svg = doc.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 20 20');
  svg.setAttribute('class', className);
  const line = doc.createElementNS(SVG, 'path');
  line.setAttribute('d', path);
  svg.appendChild(line);
  return svg;
};
