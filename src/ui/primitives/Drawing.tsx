/**
 * A line drawing on a 20 px grid, without an accessible name.
 * @param size in CSS pixels
 */
export const Drawing = ({ path, size = 20 }: { path: string; size?: number }) => (
  <svg
    viewBox="0 0 20 20"
    width={size}
    height={size}
    fill="none"
    stroke="currentColor"
    stroke-width="1.75"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d={path} />
  </svg>
);
