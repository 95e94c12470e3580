const SVG = 'http://www.w3.org/2000/svg';

/** A speech bubble, as path data. */
export const BUBBLE_PATH = 'M3.5 16.5v-10a3 3 0 0 1 3-3h7a3 3 0 0 1 3 3v5a3 3 0 0 1-3 3h-8z';

/** Appends an icon, drawn from path data, to a button, which needs its own accessible name. @returns the path */
export const drawIcon = (button: Element, path: string): SVGPathElement => {
  const draw = (tag: 'svg' | 'path') =>
    Reflect.apply(Document.prototype.createElementNS, button.ownerDocument, [SVG, tag]) as Element;
  const svg = draw('svg');
  svg.setAttribute('viewBox', '0 0 20 20');
  const line = draw('path') as SVGPathElement;
  line.setAttribute('d', path);
  svg.append(line);
  button.append(svg);
  return line;
};
