/** Appends a new element to its parent. */
export const make = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  parent: Node,
  text = '',
): HTMLElementTagNameMap[K] => {
  const element = (parent.ownerDocument as Document).createElement(tag);
  element.textContent = text;
  parent.appendChild(element);
  return element;
};
