/** The `zE` of a widget, as far as a second boot uses it. */
type Running = ((...call: string[]) => unknown) & { porch?: Element; q?: unknown };

/**
 * The page's `location`. It holds the `zE` of the running widget, so that a second boot can remove that widget.
 * Wrappers delete `zE` and add the tag again, and `document.open` erases listeners and marks; a page can replace any
 * global but `location`.
 */
export type RunningPlace = Location & { porch?: Running };
