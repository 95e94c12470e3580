import type { Clock } from '../../platform/clock';
import { createTimer } from '../../platform/timer';
import type { Facts } from './rules';

const SECOND_MS = 1000;

/** The page without its query, and without a fragment that is no route. */
const pageOf = ({ origin, pathname, hash }: Location): string =>
  origin + pathname + (/^#[!/]/.test(hash) ? hash : '');

/**
 * Follows what the rules ask of the page, and starts to count again on each page: a single-page site changes only the
 * address. The address is read each second, because no event reports every change and the page's history must not be
 * touched.
 * @param on.page another page has begun
 * @param on.change a rule may hold now
 */
export const watchPage = (
  host: Window,
  clock: Clock,
  returning: () => boolean,
  on: { page(): void; change(): void },
) => {
  const { document: doc, location } = host;
  const facts: Facts = { address: location.href, seconds: 0, scrolled: 0, leaving: false, returning };
  let page = pageOf(location);
  const ticks = createTimer(clock);

  const check = () => {
    facts.address = location.href;
    const next = pageOf(location);
    if (next !== page) {
      page = next;
      Object.assign(facts, { seconds: 0, scrolled: 0, leaving: false });
      on.page();
    }
    on.change();
  };
  const tick = () => {
    ticks.set(SECOND_MS, tick);
    if (doc.visibilityState === 'hidden') return;
    facts.seconds++;
    check();
  };
  const scroll = () => {
    const { scrollHeight, clientHeight } = doc.documentElement;
    const way = scrollHeight - clientHeight;
    if (way > 0) facts.scrolled = Math.max(facts.scrolled, (host.scrollY / way) * 100);
  };
  const leave = ({ relatedTarget, clientY }: MouseEvent) => {
    if (relatedTarget || clientY > 0) return;
    facts.leaving = true;
    on.change();
  };
  host.addEventListener('scroll', scroll, { passive: true });
  doc.addEventListener('mouseout', leave);
  ticks.set(0, () => {
    ticks.set(SECOND_MS, tick);
    check();
  });
  return {
    facts: facts as Readonly<Facts>,
    dispose() {
      ticks.stop();
      host.removeEventListener('scroll', scroll);
      doc.removeEventListener('mouseout', leave);
    },
  };
};
