import { ofDocument } from './pastContent';

/** Whether an element of the page is as wide as the page's window without its scroll bar. */
export const fillsWidth = (element: HTMLElement): boolean =>
  element.offsetWidth === ofDocument(element.ownerDocument, 'documentElement').clientWidth;
