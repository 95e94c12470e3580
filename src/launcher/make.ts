import { createElement } from '../platform/pastContent';

/** Appends a new element to its parent. */
export const make = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  parent: ParentNode,
  text = '',
): HTMLElementTagNameMap[K] => {
  const element = createElement(parent.ownerDocument as Document, tag);
  element.textContent = text;
  parent.append(element);
  return element;
};
