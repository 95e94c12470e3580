/** happy-dom lacks the properties that reflect ARIA attributes, which all browsers have. */
const REFLECTED = { ariaLabel: 'aria-label', ariaExpanded: 'aria-expanded', ariaDisabled: 'aria-disabled' };

for (const [property, attribute] of Object.entries(REFLECTED)) {
  if (property in Element.prototype) continue;
  Object.defineProperty(Element.prototype, property, {
    configurable: true,
    get(this: Element) {
      return this.getAttribute(attribute);
    },
    set(this: Element, value: string | null) {
      if (value === null) this.removeAttribute(attribute);
      else this.setAttribute(attribute, value);
    },
  });
}
