/**
 * The build's stand-in for `preact/jsx-runtime`, which makes vnodes anew: this one goes through `createElement`, which is
 * loaded anyway. 160 bytes less; keys are the one thing that comes as an argument of its own.
 */
import { createElement, Fragment } from 'preact';

export { Fragment };

/** @param {any} type @param {any} props @param {any} key */
export const jsx = (type, props, key) => createElement(type, key === undefined ? props : { ...props, key });

export { jsx as jsxs };
