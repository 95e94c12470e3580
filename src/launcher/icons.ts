const SVG = 'http://www.w3.org/2000/svg';

/** Porch's own icons, 20 px grid, 1.75 stroke, as path data. */
export const CLOSE_PATH = 'M5 5l10 10M15 5L5 15';
/** A speech bubble under a porch roof. */
export const BUBBLE_PATH =
  'M3 9.5 10 3.5l7 6M5 8v6.5a1.5 1.5 0 0 0 1.5 1.5H8v2.5L10.8 16h2.7a1.5 1.5 0 0 0 1.5-1.5V8';

/** Builds an icon from path data; decoration for the screen reader. */
export const drawIcon = (doc: Document, path: string, className: string): SVGElement => {
  const svg = doc.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 20 20');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('class', className);
  const line = doc.createElementNS(SVG, 'path');
  line.setAttribute('d', path);
  svg.appendChild(line);
  return svg;
};
