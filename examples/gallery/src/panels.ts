const WIDE = matchMedia('(min-width: 900px)');

/** The knobs and the list of states: beside the cards in a wide window, otherwise opened by a press, one at a time. */
export const createPanels = () => {
  const panels = [...document.querySelectorAll<HTMLDetailsElement>('aside details')];
  const close = (): void => {
    for (const panel of panels) panel.open = WIDE.matches;
  };
  WIDE.addEventListener('change', close);
  close();
  for (const panel of panels) {
    panel.addEventListener('toggle', () => {
      if (WIDE.matches || !panel.open) return;
      for (const other of panels) if (other !== panel) other.open = false;
    });
  }
  document.addEventListener('keydown', (event) => {
    const open = panels.find((panel) => panel.open);
    if (event.key !== 'Escape' || WIDE.matches || !open) return;
    close();
    open.querySelector('summary')?.focus();
  });
  document.querySelector('main')?.addEventListener('pointerdown', close);

  const dialog = document.querySelector('dialog') as HTMLDialogElement;
  const copy = dialog.querySelector('[data-copy]') as HTMLButtonElement;
  const status = dialog.querySelector('[role=status]') as HTMLElement;
  document.querySelector('[data-use]')?.addEventListener('click', () => {
    status.textContent = '';
    dialog.showModal();
  });
  dialog.querySelector('[data-close]')?.addEventListener('click', () => dialog.close());
  copy.addEventListener('click', async () => {
    const code = dialog.querySelector('code') as HTMLElement;
    try {
      await navigator.clipboard.writeText(code.textContent);
      status.textContent = 'Copied.';
    } catch {
      // The clipboard is not permitted, or the page has no https.
      getSelection()?.selectAllChildren(code);
      status.textContent = 'Press Ctrl+C, or ⌘C, to copy it.';
    }
  });
  return { close };
};
