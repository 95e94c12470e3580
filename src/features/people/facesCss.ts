/**
 * Gives each group of the team's messages a column for its face, as the layout `side` does. A layout that the
 * publisher sets wins by its selectors. The face is at the top, and so is the corner that points to it.
 */
export const FACES_CSS = `:root{--beside:calc(var(--author-size,28px) + 8px)}
[data-time]:where(:not([data-own])){position:relative;padding-inline-start:calc(var(--author-size) + 8px);--face:absolute;--author-size:28px;--drop:8px}
[data-first][data-time]:not([data-own])>div{border-start-start-radius:var(--corner)}
[data-last][data-time]:not([data-own])>div{border-end-start-radius:var(--bubble)}`;
