const SHOWN_MS = 2000;

/** Gives each block of code a button that copies it. */
export const addCopyButtons = (): void => {
  // Without a secure connection, a page has no clipboard.
  if (!navigator.clipboard) return;
  for (const block of document.querySelectorAll<HTMLElement>('.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    const say = (words: string) => {
      button.textContent = words;
    };
    say('Copy');
    let reset = 0;
    button.addEventListener('click', async () => {
      const copied = await navigator.clipboard.writeText(block.querySelector('pre')?.textContent ?? '').then(
        () => true,
        () => false,
      );
      say(copied ? 'Copied' : 'Press Ctrl+C');
      if (!copied) getSelection()?.selectAllChildren(block.querySelector('pre') ?? block);
      clearTimeout(reset);
      reset = window.setTimeout(say, SHOWN_MS, 'Copy');
    });
    button.setAttribute('aria-live', 'polite');
    block.append(button);
  }
};
