/** Lets the keyboard scroll code and tables that are wider than the page. */
export const makeScrollable = (): void => {
  const look = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (!(target instanceof HTMLElement)) continue;
      const isWide = target.scrollWidth > target.clientWidth;
      if (isWide) {
        target.tabIndex = 0;
        // Not a region: a page with many would fill the list of landmarks.
        target.role = 'group';
        target.ariaLabel = target.matches('pre') ? 'Code' : 'Table';
      } else for (const name of ['tabindex', 'role', 'aria-label']) target.removeAttribute(name);
    }
  });
  for (const area of document.querySelectorAll('.table, pre')) look.observe(area);
};
