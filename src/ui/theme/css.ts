import { css as gooberCss } from 'goober';
import { createContext, useContext } from 'react';

/** Turns a block of declarations into a class of the frame it is shown in. Each declaration ends with its `;`. */
export type Css = (block: string) => string;

/** Bound to one frame's sheet (DESIGN.md 3.2); goober's own target is never used. */
export const createCss = (target: HTMLElement): Css => gooberCss.bind({ target });

const CssContext = createContext<Css>(() => '');
export const CssProvider = CssContext.Provider;
export const useCss = (): Css => useContext(CssContext);
