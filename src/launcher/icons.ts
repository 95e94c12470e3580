const SVG = 'http://www.w3.org/2000/svg';

/** A speech bubble, as path data. */
export const BUBBLE_PATH = 'M3.5 16.5v-10a3 3 0 0 1 3-3h7a3 3 0 0 1 3 3v5a3 3 0 0 1-3 3h-8z';

/** Builds an icon from path data. The button that contains it needs its own accessible name. */
export const drawIcon = (doc: Document, path: string): SVGElement => {
  const svg = doc.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 20 20');
  const line = doc.createElementNS(SVG, 'path');
  line.setAttribute('d', path);
  svg.appendChild(line);
  return svg;
};
