/**
 * Gives each group of the team's messages a column for its face, as the layout `side` does. A layout that the
 * publisher sets wins by its selectors.
 */
export const FACES_CSS = `:root{--beside:calc(var(--author-size,28px) + 8px)}
[data-time]:where(:not([data-own])){position:relative;padding-inline-start:calc(var(--author-size) + 8px);--face:absolute;--author-size:28px;--drop:8px}`;
