/** The frame of every documentation page. */
import { escapeHtml } from './render.mjs';

/** @typedef {import('./render.mjs').Section} Section */
/** @typedef {{ href: string, label: string, isCurrent: boolean }} NavLink */
/** @typedef {{ title: string, links: NavLink[], depth: number }} NavGroup */
/**
 * @typedef {object} PageParts
 * @property {string} title
 * @property {string} about one sentence for search engines
 * @property {string} [group] the page's audience
 * @property {string} body HTML
 * @property {Section[]} sections
 * @property {string} from the file that the page is rendered from
 * @property {NavGroup[]} groups
 * @property {NavLink} [previous]
 * @property {NavLink} [next]
 * @property {string} root the relative path from the page to `/docs/`, such as `../`
 * @property {{ script: string, style: string, index: string, icon: string }} assets file names
 * @property {string} version
 */

/** @param {NavLink} link */
const navLink = ({ href, label, isCurrent }) =>
  `<li><a href="${href}"${isCurrent ? ' aria-current="page"' : ''}>${escapeHtml(label)}</a></li>`;

/** @param {NavGroup} group */
const navGroup = ({ title, links, depth }) =>
  `<h${depth}>${escapeHtml(title)}</h${depth}>\n<ul>${links.map(navLink).join('')}</ul>`;

/** @param {Section[]} sections */
const contents = (sections) => {
  const shown = sections.filter(({ depth }) => depth === 2 || depth === 3);
  if (shown.length < 2) return '';
  const items = shown.map(
    ({ depth, id, title }) => `<li class="depth-${depth}"><a href="#${id}">${escapeHtml(title)}</a></li>`,
  );
  return `<nav class="contents" aria-labelledby="contents-title">
<h2 id="contents-title">On this page</h2>
<ul>${items.join('')}</ul>
</nav>`;
};

/** @param {NavLink | undefined} link @param {string} rel @param {string} words */
const step = (link, rel, words) =>
  link ? `<a rel="${rel}" href="${link.href}"><span>${words}</span>${escapeHtml(link.label)}</a>` : '';

/** @param {PageParts} parts @returns {string} a page's HTML */
export const pageHtml = ({
  title,
  about,
  group,
  body,
  sections,
  from,
  groups,
  previous,
  next,
  root,
  assets,
  version,
}) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#fffdfa" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#171614" media="(prefers-color-scheme: dark)">
<meta name="description" content="${escapeHtml(about)}">
<title>${escapeHtml(title === 'Porch' ? 'Porch documentation' : `${title} · Porch`)}</title>
<link rel="icon" href="${root}${assets.icon}" type="image/svg+xml">
<link rel="stylesheet" href="${root}${assets.style}">
<script type="module" src="${root}${assets.script}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="bar">
<a class="logo" href="${root || './'}"><img src="${root}${assets.icon}" alt="" width="28" height="28">Porch <span>docs</span></a>
<form class="search" role="search" data-root="${root}" data-index="${root}${assets.index}" hidden>
<input type="search" id="search" aria-label="Search the documentation" placeholder="Search" autocomplete="off" spellcheck="false" aria-keyshortcuts="/">
<kbd aria-hidden="true">/</kbd>
<div class="results" hidden>
<p class="count" role="status"></p>
<ol aria-label="Results"></ol>
</div>
</form>
<a class="inbox" href="${root}../agent/">Inbox</a>
<a class="menu" href="#pages">Pages</a>
</header>
<div class="columns">
<nav class="pages" id="pages" aria-label="Pages" tabindex="-1">
<a class="close" href="#content">Close</a>
${groups.map(navGroup).join('\n')}
</nav>
<main id="content" tabindex="-1">
<article>
${group ? `<p class="group">${escapeHtml(group)}</p>\n` : ''}${body}</article>
<footer>
<nav class="steps" aria-label="Neighboring pages">${step(previous, 'prev', 'Previous')}${step(next, 'next', 'Next')}</nav>
<p>Porch ${escapeHtml(version)}. Made from <code>${escapeHtml(from)}</code>.</p>
</footer>
</main>
${contents(sections)}
</div>
</body>
</html>
`;
