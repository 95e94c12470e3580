/**
 * A line drawing on a 20 px grid, without an accessible name. The frame's base styles draw its lines.
 * @param size in CSS pixels
 */
export const Drawing = ({ path, size = 20 }: { path: string; size?: number }) => (
  <svg viewBox="0 0 20 20" width={size} height={size} aria-hidden="true">
    <path d={path} />
  </svg>
);
