import { css as gooberCss } from 'goober';
import { createContext, useContext } from 'react';

/** Turns a block of declarations into a class of the current frame. Each declaration ends with `;`. */
type Css = (block: string) => string;

/** Binds goober to one frame's style sheet; goober's default target is never used. */
export const createCss = (target: HTMLElement): Css => gooberCss.bind({ target });

const CssContext = createContext<Css>(() => '');
export const CssProvider = CssContext.Provider;
export const useCss = (): Css => useContext(CssContext);
