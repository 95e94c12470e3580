import type { HtmlToTextOptions } from 'html-to-text';

/** Longer HTML is of no reply that somebody wrote. */
export const MAX_HTML = 500_000;
const MAX_DEPTH = 100;

const OPTIONS: HtmlToTextOptions = {
  wordwrap: false,
  limits: { maxInputLength: MAX_HTML, maxDepth: MAX_DEPTH },
  selectors: [
    { selector: 'img', format: 'skip' },
    { selector: 'style', format: 'skip' },
    { selector: 'script', format: 'skip' },
    { selector: 'title', format: 'skip' },
    // Yahoo marks the mail before it in no other way.
    { selector: 'div.yahoo_quoted', format: 'skip' },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
};

/**
 * The text of a mail that has only HTML, with `>` before what it quotes. Nothing of it runs or is loaded.
 * @throws RangeError for more than `MAX_HTML` characters
 */
export const textOfHtml = async (html: string): Promise<string> => {
  if (html.length > MAX_HTML) throw new RangeError('The HTML is too long');
  const { convert } = await import('html-to-text');
  return convert(html, OPTIONS);
};
