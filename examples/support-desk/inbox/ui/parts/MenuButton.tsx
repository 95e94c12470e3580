import { useId, useLayoutEffect, useRef, useState } from 'react';
import { Icon, type IconName } from './Icon';
import { useLeave } from './useLeave';

export type MenuItem = { id: string; label: string; icon?: IconName; run(): void };
export type MenuGroup = { title: string; items: readonly MenuItem[] };

type Props = {
  label: string;
  icon: IconName;
  groups: readonly MenuGroup[];
  /** Where the panel opens, relative to the button. */
  place: 'above' | 'below';
  /** Called when it opens, to read what the items show again. */
  onOpen?(): void;
};

/** An index that wraps around at both ends. */
const around = (at: number, count: number): number => (at + count) % count;

/** A menu button that follows the ARIA authoring practices: arrows, Home, End and first letters move. */
export const MenuButton = ({ label, icon, groups, place, onOpen }: Props) => {
  const [open, setOpen] = useState<'first' | 'last' | undefined>(undefined);
  const root = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const id = useId();
  const items = () => [...(root.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  const all = groups.flatMap((group) => group.items);

  useLayoutEffect(() => {
    if (!open) return;
    onOpen?.();
    items()
      .at(open === 'first' ? 0 : -1)
      ?.focus();
  }, [open]);
  useLeave(root, open !== undefined, () => setOpen(undefined));

  const close = (): void => {
    setOpen(undefined);
    toggle.current?.focus();
  };

  const moveTo = (key: string): HTMLElement | undefined => {
    const list = items();
    const at = list.indexOf(document.activeElement as HTMLElement);
    if (key === 'ArrowDown') return list[around(at + 1, list.length)];
    if (key === 'ArrowUp') return list[around(at - 1, list.length)];
    if (key === 'Home') return list[0];
    if (key === 'End') return list.at(-1);
    if (key.length !== 1 || key === ' ') return undefined;
    const rest = [...list.slice(at + 1), ...list.slice(0, at + 1)];
    return rest.find((item) => item.textContent?.toLowerCase().startsWith(key.toLowerCase()));
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (!open) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      setOpen(event.key === 'ArrowDown' ? 'first' : 'last');
      return;
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
      return;
    }
    // While the menu is open, letters choose its items and must not trigger page shortcuts.
    if (event.key.length === 1) event.stopPropagation();
    const to = moveTo(event.key);
    if (!to) return;
    event.preventDefault();
    to.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys bubble here from the button and the items
    <div class={`menu ${place}`} ref={root} onKeyDown={onKeyDown}>
      <button
        ref={toggle}
        type="button"
        class="icon-button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open !== undefined}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(open ? undefined : 'first')}
      >
        <Icon name={icon} />
      </button>
      {open && (
        <div
          id={id}
          class={`menu-panel${groups.length > 1 ? ' grouped' : ''}`}
          role="menu"
          aria-label={label}
        >
          {groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a menu
            <div key={group.title} role="group" aria-label={group.title} class="menu-group">
              {groups.length > 1 && (
                <p class="menu-title meta" aria-hidden="true">
                  {group.title}
                </p>
              )}
              {group.items.map((item) => (
                <button
                  key={item.id}
                  type="button"
                  role="menuitem"
                  class="row-button menu-item"
                  tabIndex={-1}
                  onClick={() => {
                    close();
                    all.find((one) => one.id === item.id)?.run();
                  }}
                >
                  {item.icon && <Icon name={item.icon} />}
                  {item.label}
                </button>
              ))}
            </div>
          ))}
        </div>
      )}
    </div>
  );
};
