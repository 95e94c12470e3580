import { type Action, fileNameOf } from '../../wire/rich';
import type { Line } from '../kind';

/**
 * A picture or file: its description, else its file name, and its address.
 * @param url as received
 */
export const mediaLine = (url: string | undefined, alt: string | undefined): Line => ({
  name: alt ?? (url && fileNameOf(url)),
  url,
  element: 'file',
});

export const actionLines = (actions: readonly Action[]): Line[] =>
  actions.map(({ text, uri }) => ({ name: text, url: uri, element: 'button' }));
