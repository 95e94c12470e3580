import { obj } from './decode';
import { shownLabel } from './shown';

/** What the page in the extension card may say to the messenger. */
export type ExtensionMessage = { type: 'close' } | { type: 'setTitle'; title: string };

/**
 * The protocol between an extension page and the messenger, version 1: `window.parent.postMessage({ porch: 1, type, … })`.
 * Who says it is for the listener to judge; anything else is nothing.
 */
export const decodeExtensionMessage = (data: unknown): ExtensionMessage | undefined => {
  const { porch, type, title } = obj(data);
  if (porch !== 1) return undefined;
  if (type === 'close') return { type };
  const words = shownLabel(title)?.trim().slice(0, 100);
  return type === 'setTitle' && words ? { type, title: words } : undefined;
};
