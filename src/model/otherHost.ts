/** A host: a name that ends in a dot and two or more letters, four numbers, or this machine. */
const HOST =
  /(?:\/\/|@)?(?:(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{0,62}\.){1,8}\p{L}[\p{L}\p{M}\p{N}-]{1,62}|(?:\d{1,3}\.){3}\d{1,3}|localhost(?=[:/]))/gu;

/** Signs that look like a dot. NFKC makes dots of some more. */
const DOTS = /[。｡·・･‧∙⋅․ꓸ]/g;

/** Marks over, under and through a letter of any script. Those of one script, such as vowels, are letters of it. */
const MARKS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g;

/** A telephone number with its country. */
const PHONE = /^(?:\+|00)\d[\d\s()./-]{5,}$/;

/** A file name: it contains a dot but is no host, unless it is written as an address. */
const FILE = /^[^/@].*\.(?:pdf|docx?|xlsx?|pptx?|txt|csv|png|jpe?g|gif|webp|mp[34]|js)$/i;

/** Longer link texts are checked up to this many characters. */
const LONGEST = 512;

const hostOf = (address: string): string => {
  try {
    const { hostname, pathname } = new URL(address);
    return (hostname || (pathname.split('@').pop() ?? '')).replace(/^www\./, '');
  } catch {
    return '';
  }
};

/**
 * The real host of a link whose text looks like the address of another host; otherwise undefined. A reader who sees one
 * address must be warned before they open another. A parent domain of the real host is not another host.
 * @param words the link's text
 * @param href the link's address, as `safeUrl` returns it
 */
export const otherHost = (words: string, href: string): string | undefined => {
  const real = hostOf(href);
  const written = words
    .slice(0, LONGEST)
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .trim();
  // Compare what a reader sees: marks on a dot hide it from a program only.
  const plain = written.replace(MARKS, '').replace(DOTS, '.');
  // A text that is the full address of the real host is fine, unless an `@` makes its user part look like a
  // host.
  if (!written.includes('@') && hostOf(written) === real) return undefined;
  if (PHONE.test(plain)) return /^https?:/.test(href) ? real : undefined;
  const read = [...plain.matchAll(HOST)].filter(([text]) => !FILE.test(text));
  const isOther = read.some(([text]) => {
    const host = hostOf(`http://${text.replace(/^[/@]+/, '')}`);
    return host && host !== real && !real.endsWith(`.${host}`);
  });
  return isOther ? real : undefined;
};
