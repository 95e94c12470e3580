/** On a phone, the list of pages covers the page while the address has its id. Escape closes it. */
export const prepareMenu = (): void => {
  const pages = document.getElementById('pages');
  const content = document.getElementById('content');
  if (!pages || !content) return;
  const isOpen = () => location.hash === '#pages';
  const follow = () => {
    // On a wide screen the list is always visible, beside the content.
    content.inert = isOpen() && getComputedStyle(pages).position === 'fixed';
    if (isOpen()) pages.focus({ preventScroll: true });
  };
  addEventListener('hashchange', follow);
  addEventListener('resize', follow);
  addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !isOpen()) return;
    location.hash = '#content';
    document.querySelector<HTMLElement>('.menu')?.focus();
  });
  pages.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  follow();
};
