/** How a picture is shown: its scale, and how far its middle is moved, in pixels. */
type View = { scale: number; x: number; y: number };

export const WHOLE: View = { scale: 1, x: 0, y: 0 };

const LARGEST = 6;
/** What a press enlarges to. */
const PRESSED = 2.5;
/** A pointer that moves further than this does not press. */
const SLOP = 5;

const between = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value));

/** Moves a picture, but never its edge past its place. @param size the picture's size at scale 1 */
export const pan = (view: View, dx: number, dy: number, size: { width: number; height: number }): View => {
  const room = (length: number) => ((view.scale - 1) * length) / 2;
  return {
    scale: view.scale,
    x: between(-room(size.width), view.x + dx, room(size.width)),
    y: between(-room(size.height), view.y + dy, room(size.height)),
  };
};

/**
 * Changes the scale, and keeps the point of the picture that is at `at`.
 * @param at a place, in pixels from the middle of the picture's place
 */
export const zoom = (
  view: View,
  factor: number,
  at: { x: number; y: number },
  size: { width: number; height: number },
): View => {
  const scale = between(1, view.scale * factor, LARGEST);
  const grown = scale / view.scale;
  const x = at.x - (at.x - view.x) * grown;
  const y = at.y - (at.y - view.y) * grown;
  return pan({ scale, x, y }, 0, 0, size);
};

/**
 * Lets the visitor enlarge a picture: by a press, by the wheel, by two fingers and by keys, and move it by a drag.
 * @param stage the element that fills the window around the picture
 * @param on.press called for a press beside the picture
 * @param on.change called with the new scale
 * @returns `toggle` enlarges the picture, or shows all of it
 */
export const makeZoomable = (
  stage: HTMLElement,
  image: HTMLElement,
  on: { press(): void; change(scale: number): void },
) => {
  let view = WHOLE;
  let travelled = 0;
  const pointers = new Map<number, { x: number; y: number }>();
  const size = () => ({ width: image.offsetWidth, height: image.offsetHeight });
  const show = (next: View) => {
    view = next;
    image.style.transform = `translate(${next.x}px,${next.y}px) scale(${next.scale})`;
    on.change(next.scale);
  };
  /** A place of the window, in pixels from the middle of the picture's place. */
  const fromMiddle = (x: number, y: number) => {
    const box = image.getBoundingClientRect();
    return { x: x - (box.left + box.width / 2 - view.x), y: y - (box.top + box.height / 2 - view.y) };
  };
  const zoomBy = (factor: number, x: number, y: number) => show(zoom(view, factor, fromMiddle(x, y), size()));
  const toggle = (at = { x: 0, y: 0 }) => show(view.scale > 1 ? WHOLE : zoom(view, PRESSED, at, size()));
  const spread = () => {
    const [a, b] = [...pointers.values()];
    return a && b
      ? { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, apart: Math.hypot(a.x - b.x, a.y - b.y) }
      : undefined;
  };

  stage.addEventListener('pointerdown', ({ pointerId, clientX, clientY }) => {
    if (pointers.size === 0) travelled = 0;
    pointers.set(pointerId, { x: clientX, y: clientY });
  });
  stage.addEventListener('pointermove', ({ pointerId, clientX, clientY }) => {
    const last = pointers.get(pointerId);
    if (!last) return;
    const before = spread();
    pointers.set(pointerId, { x: clientX, y: clientY });
    const [dx, dy] = [clientX - last.x, clientY - last.y];
    travelled += Math.hypot(dx, dy);
    const now = spread();
    if (before && now) zoomBy(now.apart / (before.apart || 1), now.x, now.y);
    else if (travelled > SLOP) show(pan(view, dx, dy, size()));
  });
  const end = ({ pointerId }: PointerEvent) => void pointers.delete(pointerId);
  for (const name of ['pointerup', 'pointercancel', 'pointerleave'] as const)
    stage.addEventListener(name, end);
  stage.addEventListener('click', ({ target, clientX, clientY }) => {
    if (travelled > SLOP) return;
    if (target === image) toggle(fromMiddle(clientX, clientY));
    else on.press();
  });
  stage.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      zoomBy(Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
    },
    { passive: false },
  );
  return {
    toggle,
    /** Enlarges or reduces the picture from its middle. */
    step: (factor: number) => show(zoom(view, factor, { x: 0, y: 0 }, size())),
  };
};
