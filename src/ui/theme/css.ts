import { css as gooberCss } from 'goober';
import { createContext, useContext } from 'react';
import type { StyleTarget } from '../../platform/sheets';

/** Turns a block of declarations into a class of the frame it is shown in. Each declaration ends with its `;`. */
export type Css = (block: string) => string;

/** Bound to one frame's sheet (DESIGN.md 3.2); goober's own target is never used. */
export const createCss = (target: StyleTarget): Css => gooberCss.bind({ target });

/** Rules for the whole frame. goober's own `glob` is bound to its default target already. */
export const addGlobal = (target: StyleTarget, rules: string): void => {
  gooberCss.bind({ target, g: 1 })(rules);
};

const CssContext = createContext<Css>(() => '');
export const CssProvider = CssContext.Provider;
export const useCss = (): Css => useContext(CssContext);
