import { obj } from './decode';
import { shownLabel } from './shown';

/** A message from the page in the extension card to the messenger. */
type ExtensionMessage = { type: 'close' } | { type: 'setTitle'; title: string };

/**
 * Version 1 of the protocol: an extension page calls `window.parent.postMessage({ porch: 1, type, … })`. The
 * listener checks the sender.
 * @returns undefined for anything that is not such a message
 */
export const decodeExtensionMessage = (data: unknown): ExtensionMessage | undefined => {
  const { porch, type, title } = obj(data);
  if (porch !== 1) return undefined;
  if (type === 'close') return { type };
  const words = shownLabel(title)?.trim().slice(0, 100);
  return type === 'setTitle' && words ? { type, title: words } : undefined;
};
