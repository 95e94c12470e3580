import type { Page } from '../../platform/page';
import { placeOf } from '../../platform/pagePlace';
import type { Keep } from './keep';

/** Titles are cut at this length. */
const MAX_TEXT = 1000;
const cut = (text: string): string => text.slice(0, MAX_TEXT);

export type PageFacts = Pick<Page, 'url' | 'title' | 'referrer' | 'language' | 'userAgent'> & {
  /** When the page began to load, in milliseconds since 1970. */
  began(): number;
  /** How long it loaded, in milliseconds. */
  loadTime(): number;
  /** Whether it is a page of a help center. */
  helpCenter(): boolean;
};

/** The page before this one, as far as it was kept. */
const lastPage = (text: string | null): { url?: unknown; began?: unknown } => {
  try {
    return Object(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
};

/**
 * Describes the page, once.
 * @returns undefined if this page has been described before: a later build of Porch took it over
 */
export const describePage = (page: PageFacts, keep: Keep) => {
  const url = placeOf(page.url());
  const referrer = placeOf(page.referrer());
  const began = page.began();
  const last = lastPage(keep.get('page'));
  if (last.began === began) return undefined;
  keep.set('page', JSON.stringify({ url, began }));
  const spent = began - Number(last.began);
  return {
    pageTitle: cut(page.title()),
    referrer,
    /** Milliseconds spent on the page before, where that is known. */
    time: last.url === referrer && spent > 0 ? Math.round(spent) : 0,
    loadTime: Math.max(0, Math.round(page.loadTime())),
    navigatorLanguage: page.language(),
    userAgent: cut(page.userAgent()),
    helpCenterDedup: page.helpCenter(),
  };
};
