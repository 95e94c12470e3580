/**
 * Event of the page's window that a second boot fires, so that the first one's widget is removed. A mark on the page
 * would not do: wrappers delete `zE` and add the tag again.
 */
export const END = 'porch';
