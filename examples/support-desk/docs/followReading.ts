/** Marks the current section in the page's table of contents. */
export const followReading = (): void => {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents a')];
  const headings = links.flatMap(
    ({ hash }) => document.getElementById(decodeURIComponent(hash.slice(1))) ?? [],
  );
  if (headings.length === 0) return;
  const mark = () => {
    const line = innerHeight / 4;
    const above = headings.filter((heading) => heading.getBoundingClientRect().top < line);
    const atEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
    const current = (atEnd ? headings : above).at(-1);
    for (const [i, link] of links.entries()) {
      if (headings[i] === current) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  let asked = false;
  addEventListener(
    'scroll',
    () => {
      if (asked) return;
      asked = true;
      requestAnimationFrame(() => {
        asked = false;
        mark();
      });
    },
    { passive: true },
  );
  mark();
};
