import type { ComponentChildren } from 'preact';
import { type RefObject, useRef, useState } from 'react';
import { Icon, type IconName } from './Icon';
import { isComposing } from './isComposing';
import { useLeave } from './useLeave';

type Props = {
  label: string;
  icon: IconName;
  /** Where it opens; by default below the button. */
  place?: 'above';
  /** Shown when the pointer rests on the button. */
  title?: string;
  toggle: RefObject<HTMLButtonElement | null>;
  /** The panel. `close` returns the focus to the button. */
  children(close: () => void): ComponentChildren;
};

/** A button that opens a panel. Escape, or a press or focus outside, closes it. */
export const Popup = ({ label, icon, place, title, toggle, children }: Props) => {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  useLeave(root, open, () => setOpen(false));
  const close = (): void => {
    setOpen(false);
    toggle.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is inside bubbles Escape to here
    <div
      class={place ? `menu ${place}` : 'menu'}
      ref={root}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open || isComposing(event)) return;
        event.preventDefault();
        event.stopPropagation();
        close();
      }}
    >
      <button
        ref={toggle}
        type="button"
        class="icon-button"
        aria-label={label}
        title={title}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name={icon} />
      </button>
      {open && children(close)}
    </div>
  );
};
