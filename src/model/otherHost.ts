/** A host: a name with a dot and two letters or more at its end, or four numbers. `。` is a dot, too. */
const HOST =
  /(?:\/\/|@)?(?:(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{0,62}[.。]){1,8}\p{L}[\p{L}\p{M}\p{N}-]{1,62}|(?:\d{1,3}\.){3}\d{1,3})/gu;

/** What has a dot and is no host, unless it is written as an address. */
const FILE = /^[^/@].*\.(?:pdf|docx?|xlsx?|pptx?|txt|csv|png|jpe?g|gif|webp|mp[34]|zip|js)$/i;

/** Of words that are longer, in characters, the beginning is looked at. */
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
 * Where a link leads, if its words look like the address of another host; else undefined. Who reads one address must not
 * come to another without a word. A part of the host that is read is not another.
 * @param words what the link says
 * @param href where it leads, as `safeUrl` gives it
 */
export const otherHost = (words: string, href: string): string | undefined => {
  const real = hostOf(href);
  const plain = words
    .slice(0, LONGEST)
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .trim();
  // An address that is written out is what it says, as long as nothing before an `@` passes for its host.
  if (!plain.includes('@') && hostOf(plain) === real) return undefined;
  const read = [...plain.matchAll(HOST)].filter(([text]) => !FILE.test(text));
  const isOther = read.some(([text]) => {
    const host = hostOf(`http://${text.replace(/^[/@]+/, '')}`);
    return host && host !== real && !real.endsWith(`.${host}`);
  });
  return isOther ? real : undefined;
};
