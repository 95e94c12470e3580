/** Porch's icons that only the composer's tools show: the grid and stroke of `primitives/Icon`. */
const PATHS = {
  file: 'M15.5 9.5l-5.8 5.8a3.6 3.6 0 0 1-5.1-5.1l6.2-6.2a2.4 2.4 0 0 1 3.4 3.4l-6 6a1.2 1.2 0 0 1-1.7-1.7l5.3-5.3',
  emoji: 'M10 2.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15zM7.3 8v.01M12.7 8v.01M6.8 11.8a3.7 3.7 0 0 0 6.4 0',
};

/** Decoration: the button around it has the name. */
export const Glyph = ({ name }: { name: keyof typeof PATHS }) => (
  <svg
    viewBox="0 0 20 20"
    width="20"
    height="20"
    fill="none"
    stroke="currentColor"
    stroke-width="1.75"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d={PATHS[name]} />
  </svg>
);
