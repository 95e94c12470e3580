/** What our components use of `preact/compat`; see README.md. */
import { createContext, createElement, Fragment, render } from 'preact';

export * from 'preact/hooks';
export { createContext, createElement, Fragment, render };

/** @param {Record<string, unknown>} a @param {Record<string, unknown>} b */
const differ = (a, b) => Object.keys({ ...a, ...b }).some((name) => a[name] !== b[name]);

/**
 * Draws a component anew only for other props, as React's does.
 * @param {any} Component
 */
export const memo = (Component) =>
  /** @this {any} @param {any} props */
  function Memo(props) {
    this.shouldComponentUpdate ??= (/** @type {any} */ next) => differ(this.props, next);
    return createElement(Component, props);
  };
