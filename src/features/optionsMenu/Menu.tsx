import { useLayoutEffect, useRef } from 'react';
import { useHome } from '../../conversation/context';
import { useCss } from '../../ui/theme/css';
import { OptionPanel } from './OptionPanel';
import type { OptionsMenuState } from './option';

// The tick is drawn: as a character, it would be read out after the name, before 'checked'.
const style = `
  position:absolute;z-index:3;top:60px;inset-inline-end:12px;
  display:flex;flex-direction:column;min-width:min(208px,calc(100% - 24px));max-width:min(300px,calc(100% - 24px));max-height:calc(100% - 76px);overflow-y:auto;padding:6px;
  border:1px solid var(--line);border-radius:var(--control);background:var(--elevated);color:var(--ink);box-shadow:0 8px 28px #00000029;
  & > *{flex:none;}
  & button{min-height:36px;padding:6px 12px;border-radius:8px;font-size:.9375rem;line-height:1.25rem;text-align:start;overflow-wrap:anywhere;transition:background-color .15s;}
  & button:hover,& button:focus-visible{background:var(--hover);}
  & button:focus-visible{outline-offset:-2px;outline-color:currentColor;}
  & [aria-disabled]{color:var(--quiet);cursor:default;}
  & [role][data-ends]{color:var(--error);}
  & [role] + [role][data-ends]{margin-top:13px;}
  & [role] + [role][data-ends]::before{content:'';position:absolute;inset-inline:12px;margin-top:-13px;border-top:1px solid var(--line);}
  & [aria-checked=true]::after{content:'';float:inline-end;width:5px;height:11px;margin-block:2px;margin-inline:12px 3px;border:solid;border-width:0 2px 2px 0;rotate:45deg;}
  @media (pointer:coarse){& button{min-height:44px;}}
`;

/** The item that an arrow key, Home, End or a first letter moves to; undefined for other keys. */
const moveTo = (items: HTMLElement[], at: number, key: string): HTMLElement | undefined => {
  const last = items.length - 1;
  if (key === 'ArrowDown') return items[at < last ? at + 1 : 0];
  if (key === 'ArrowUp') return items[at > 0 ? at - 1 : last];
  if (key === 'Home') return items[0];
  if (key === 'End') return items[last];
  if (key.length !== 1 || key === ' ') return undefined;
  const after = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  return after.find((item) => item.textContent?.toLocaleLowerCase().startsWith(key.toLocaleLowerCase()));
};

/**
 * The menu of the home card's header, following ARIA's menu button pattern. Escape or a press outside closes
 * it. The menu and its button share one tab stop.
 */
export const OptionsMenu = ({ menu, onClose }: { menu: OptionsMenuState; onClose(): void }) => {
  const { state } = useHome();
  const words = state.words.value;
  // The menu's texts change, and so do those of the cards that it opens.
  state.feature('translation');
  const css = useCss();
  const root = useRef<HTMLElement>(null);
  const button = () => root.current?.previousElementSibling as HTMLElement | null | undefined;
  const chosen = menu.chosen.value;
  const over = chosen?.step === 'over';
  const Panel = chosen?.option.panel;

  // Layout effects: a passive one runs after the drawing, when a fast key has already met the old state.
  useLayoutEffect(() => menu.leave, []);
  useLayoutEffect(() => {
    // A panel stays while the visitor is in another window.
    if (Panel) return;
    const doc = root.current?.ownerDocument;
    const view = doc?.defaultView;
    const leave = ({ target }: Event) => {
      const inside = root.current?.contains(target as Node) || button()?.contains(target as Node);
      if (!inside) onClose();
    };
    doc?.addEventListener('pointerdown', leave);
    doc?.addEventListener('focusin', leave);
    // The window loses focus when the page around the frame is pressed.
    view?.addEventListener('blur', onClose);
    return () => {
      doc?.removeEventListener('pointerdown', leave);
      doc?.removeEventListener('focusin', leave);
      view?.removeEventListener('blur', onClose);
    };
  }, [Panel]);
  useLayoutEffect(() => {
    if (!chosen) root.current?.querySelector('button')?.focus();
  }, [!chosen]);

  const close = () => {
    button()?.focus();
    onClose();
  };
  // The chosen entry has finished without a message. Close the menu if it was open at that time; otherwise forget the
  // entry.
  const here = useRef(false);
  useLayoutEffect(() => {
    if (over) (here.current ? close : menu.leave)();
    here.current = true;
  }, [over]);

  const onKeyDown = (event: React.KeyboardEvent<HTMLElement>) => {
    const { key, currentTarget } = event;
    if (key === 'Escape') {
      event.preventDefault();
      return close();
    }
    if (chosen) return;
    // Move the focus back to the button first, so that Tab continues from there.
    if (key === 'Tab') return close();
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const items = [...currentTarget.querySelectorAll('button')];
    const to = moveTo(items, items.indexOf(currentTarget.ownerDocument.activeElement as never), key);
    if (!to) return;
    event.preventDefault();
    to.focus();
  };

  return (
    <nav
      ref={root}
      className={css(Panel ? 'position:absolute;' : style)}
      // A panel covers the card, with the card's own colors.
      data-on={Panel ? undefined : 'elevated'}
      onKeyDown={onKeyDown}
      role={chosen ? 'none' : 'menu'}
      aria-label={chosen ? undefined : words.t('header_options')}
    >
      {Panel ? (
        <Panel onClose={close} />
      ) : chosen ? (
        <OptionPanel chosen={chosen} onGo={menu.go} onClose={close} />
      ) : (
        menu.options.map(
          (option, i) =>
            option.available.value && (
              // biome-ignore lint/a11y/useAriaPropsSupportedByRole: only a menuitemcheckbox gets aria-checked
              <button
                key={i}
                type="button"
                role={option.checked ? 'menuitemcheckbox' : 'menuitem'}
                aria-checked={option.checked?.value}
                aria-disabled={option.disabled?.value || undefined}
                data-ends={option.ends}
                tabIndex={-1}
                onClick={({ currentTarget }) => {
                  if (!option.disabled?.value) menu.choose(option, currentTarget.ownerDocument);
                }}
              >
                {option.text?.value ?? words.t(option.label, option.params)}
              </button>
            ),
        )
      )}
    </nav>
  );
};
