/** Renders one page of Markdown to HTML without inline styles or scripts, and extracts its sections for the search. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { tokenize } from '@speed-highlight/core';
import GithubSlugger from 'github-slugger';
import { Marked } from 'marked';
import { root } from '../run.mjs';
import { lex, readText, targetOf, walk } from './pages.mjs';

/** @param {string} text */
export const escapeHtml = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Languages of code blocks, and what colors them. */
const LANGUAGES = /** @type {const} */ ({
  conf: 'bash',
  css: 'css',
  html: 'html',
  js: 'js',
  json: 'json',
  mjs: 'js',
  nginx: 'bash',
  service: 'ini',
  sh: 'bash',
  svg: 'xml',
  ts: 'ts',
  tsx: 'ts',
  vue: 'html',
  yaml: 'yaml',
  yml: 'yaml',
});

/**
 * @param {string} code
 * @param {string} [language]
 * @returns {Promise<string>} HTML
 */
export const highlight = async (code, language = '') => {
  const known = Object.entries(LANGUAGES).find(([name]) => name === language)?.[1];
  let html = '';
  if (known)
    await tokenize(code, known, (text, type) => {
      html += type ? `<span class="t-${type}">${escapeHtml(text)}</span>` : escapeHtml(text);
    });
  else html = escapeHtml(code);
  return `<div class="code"${language ? ` data-language="${escapeHtml(language)}"` : ''}><pre><code>${html}</code></pre></div>\n`;
};

/** @param {string} text */
const asSentence = (text) => (/[.:!?…]$/.test(text) ? text : `${text}.`);

/** @param {import('marked').Token[]} tokens @returns {string} the visible text */
export const plain = (tokens) => {
  let text = '';
  for (const token of tokens) {
    if (token.type === 'html') continue;
    if (token.type === 'table') {
      const { header, rows } = /** @type {import('marked').Tokens.Table} */ (token);
      for (const row of [header, ...rows])
        text += ` ${asSentence(row.map((cell) => plain(cell.tokens).trim()).join(' – '))}`;
    } else if (token.type === 'list') {
      for (const item of /** @type {import('marked').Tokens.List} */ (token).items)
        text += ` ${plain(item.tokens)}`;
    } else if ('tokens' in token && token.tokens) text += plain(token.tokens);
    else if ('text' in token) text += token.text;
    if (['paragraph', 'code', 'heading', 'space'].includes(token.type)) text += ' ';
  }
  return text.replace(/[ \n]+/g, ' ');
};

/** @typedef {{ depth: number, id: string, title: string, text: string }} Section under one heading */
/** @typedef {{ file: string, tokens: import('marked').TokensList, sections: Section[] }} Parsed page */

/** @param {string} file @returns {Parsed} */
export const parse = (file) => {
  const tokens = lex(readText(file));
  const slugger = new GithubSlugger();
  /** @type {Section[]} */
  const sections = [];
  /** @type {import('marked').Token[]} */
  let held = [];
  const end = () => {
    const last = sections.at(-1);
    if (last) last.text = plain(held).trim();
    held = [];
  };
  for (const token of tokens) {
    if (token.type === 'heading') {
      end();
      const title = plain(token.tokens ?? []).trim();
      sections.push({ depth: token.depth, id: slugger.slug(title), title, text: '' });
    } else held.push(token);
  }
  end();
  return { file, tokens, sections };
};

/**
 * @typedef {object} Links
 * @property {(file: string) => string | undefined} pageOf the address of a page or source file, relative to the page
 * @property {(file: string) => string} pictureOf the address of a picture, relative to the page
 * @property {(file: string) => Section[] | undefined} sectionsOf the sections of a page
 */

/**
 * @param {Parsed} page
 * @param {Links} links
 * @returns {Promise<string>} HTML
 * @throws {Error} if a link is dead, or the page has HTML other than comments
 */
export const render = async ({ file, tokens, sections }, { pageOf, pictureOf, sectionsOf }) => {
  /** @param {string} what @returns {never} */
  const refuse = (what) => {
    throw new Error(`${file}: ${what}`);
  };
  /** @type {Map<import('marked').Token, string>} */
  const coded = new Map();
  /** @type {import('marked').Tokens.Code[]} */
  const blocks = [];
  walk(tokens, (token) => {
    if (token.type === 'code') blocks.push(/** @type {import('marked').Tokens.Code} */ (token));
  });
  for (const block of blocks) coded.set(block, await highlight(block.text, block.lang));

  /** @param {string} href @returns {string | undefined} the address, or undefined if the site has no page for the file */
  const resolve = (href) => {
    const target = targetOf(file, href);
    if (!target) return href;
    if (!existsSync(join(root, target.file))) refuse(`the link ${href} leads nowhere`);
    const page = target.file === file ? '' : pageOf(target.file);
    if (page === undefined) return undefined;
    if (!target.anchor) return page || '#content';
    if (!sectionsOf(target.file)?.some(({ id }) => id === target.anchor))
      refuse(`the link ${href} has no such heading`);
    return `${page}#${target.anchor}`;
  };

  let heading = 0;
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }) {
        const { id = '', title = '' } = sections[heading++] ?? {};
        const words = this.parser.parseInline(tokens);
        const anchor = `<a class="anchor" href="#${id}" aria-label="Link to “${escapeHtml(title)}”">#</a>`;
        return `<div class="heading"><h${depth} id="${id}">${words}</h${depth}>${depth > 1 ? anchor : ''}</div>\n`;
      },
      code: (token) => coded.get(token) ?? refuse('a code block could not be rendered'),
      table({ header, rows }) {
        /** @param {import('marked').Tokens.TableCell} cell @param {string} name */
        const cellOf = ({ tokens, align }, name) =>
          `<${name}${align ? ` class="${align}"` : ''}>${this.parser.parseInline(tokens)}</${name}>`;
        const row = (/** @type {import('marked').Tokens.TableCell[]} */ cells, /** @type {string} */ name) =>
          `<tr>${cells.map((cell) => cellOf(cell, name)).join('')}</tr>`;
        const head = header.some(({ text }) => text) ? `<thead>${row(header, 'th')}</thead>` : '';
        const kind = header.length === 2 ? 'table pairs' : 'table';
        return `<div class="${kind}"><table>${head}<tbody>${rows.map((cells) => row(cells, 'td')).join('')}</tbody></table></div>\n`;
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        const address = resolve(href);
        return address === undefined ? words : `<a href="${escapeHtml(address)}">${words}</a>`;
      },
      image({ href, text }) {
        const target = targetOf(file, href);
        if (!target || !existsSync(join(root, target.file))) refuse(`there is no picture ${href}`);
        return `<img src="${pictureOf(target?.file ?? '')}" alt="${escapeHtml(text)}">`;
      },
      html({ text }) {
        if (/^\s*<!--/.test(text)) return '';
        return refuse(`HTML is not rendered: ${text}`);
      },
    },
  });
  return marked.parser(tokens);
};
