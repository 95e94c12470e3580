import { createElement, type Tags } from '../platform/pastContent';

/** Appends a new element to its parent. @param namespace that of HTML by default */
export const make = <K extends keyof Tags>(
  tag: K,
  parent: ParentNode,
  text = '',
  namespace?: string,
): Tags[K] => {
  const element = createElement(parent.ownerDocument as Document, tag, namespace);
  element.textContent = text;
  parent.append(element);
  return element;
};
