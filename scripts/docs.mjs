/** Renders the documentation into static pages with search, which the desk serves at `/docs`. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { build } from 'vite';
import { compress, ONE_WAY } from './compress.mjs';
import {
  addressOf,
  CONTENTS,
  findSite,
  findUnlisted,
  isShown,
  readGroups,
  readText,
  sourceAddressOf,
} from './docs/pages.mjs';
import { highlight, parse, render } from './docs/render.mjs';
import { pageHtml } from './docs/template.mjs';
import { publishBuild } from './keepBuilds.mjs';
import { filesOf, root, shortHash } from './run.mjs';

const SITE = 'examples/support-desk/docs';
/** The folder that the desk serves. */
export const DOCS = `${SITE}/dist`;
const ICON = 'examples/support-desk/inbox/icon.svg';

/** @returns {string[]} all files that the pages are made from, relative to the repository */
export const docInputs = () => {
  const { pages, sources, pictures } = findSite();
  return ['scripts/docs.mjs', 'scripts/docs', SITE, ICON, ...pages, ...sources, ...pictures];
};

/** @typedef {import('./docs/render.mjs').Parsed} Parsed */
/** @typedef {{ script: string, style: string, index: string, icon: string }} Assets */

/** @param {string} address */
const upFrom = (address) => '../'.repeat(address.split('/').length - 1);

/**
 * Bundles script and style.
 * @param {string} out
 * @returns {Promise<{ script: string, style: string }>} their names
 */
const bundleSite = async (out) => {
  const result = await build({
    configFile: false,
    root: join(root, SITE),
    base: './',
    mode: 'production',
    logLevel: 'warn',
    build: {
      outDir: out,
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      rollupOptions: { input: join(root, SITE, 'site.ts') },
    },
  });
  const files = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
  const script = files.find((file) => file.type === 'chunk' && file.isEntry)?.fileName;
  const style = files.find(({ fileName }) => fileName.endsWith('.css'))?.fileName;
  if (!script || !style) throw new Error('The script and style of the documentation were not made.');
  return { script, style };
};

/**
 * @param {string} out
 * @param {string} name
 * @param {string | Buffer} content
 * @returns {string} the file's name, with a hash of the content
 */
const writeAsset = (out, name, content) => {
  const extension = extname(name);
  const file = `assets/${basename(name, extension)}-${shortHash(content.toString('base64'))}${extension}`;
  writeFileSync(join(out, file), content);
  return file;
};

/** @param {Parsed[]} pages @returns {string} the search index as JSON */
const searchIndex = (pages) =>
  JSON.stringify(
    pages.flatMap(({ file, sections }) =>
      sections.map(({ depth, id, title, text }) => ({
        address: depth === 1 ? addressOf(file) : `${addressOf(file)}#${id}`,
        page: sections[0]?.title,
        title,
        text,
      })),
    ),
  );

/** @param {Parsed} page @returns {string} its first paragraph, truncated */
const aboutOf = ({ sections }) => {
  const [sentence = ''] = /^.{30,}?[.:](?= |$)/.exec(sections[0]?.text ?? '') ?? [];
  return sentence || `${sections[0]?.title ?? ''}: the documentation of Porch`;
};

/**
 * Renders all pages.
 * @throws {Error} if a link or anchor is dead, or a page of `docs/` is not in the contents
 */
export const buildDocs = async () => {
  const groups = readGroups();
  const unlisted = findUnlisted(groups);
  if (unlisted[0]) throw new Error(`${CONTENTS} does not list ${unlisted.join(', ')}.`);
  const out = join(root, 'build/docs');
  rmSync(out, { recursive: true, force: true });
  const { pages, sources, pictures } = findSite();
  const bundled = await bundleSite(out);
  const parsed = pages.map(parse);
  /** @type {{ version: string }} */
  const { version } = JSON.parse(readText('package.json'));
  /** @type {Assets} */
  const assets = {
    ...bundled,
    icon: writeAsset(out, 'icon.svg', readFileSync(join(root, ICON))),
    index: writeAsset(
      out,
      'search.json',
      Buffer.from(searchIndex(parsed.filter(({ file }) => file !== CONTENTS))),
    ),
  };
  const pictureNames = new Map(
    pictures.map((file) => [file, writeAsset(out, basename(file), readFileSync(join(root, file)))]),
  );

  const entries = groups.flatMap(({ title, entries }) =>
    entries.map((entry) => ({ ...entry, group: title })),
  );
  /** @param {string} file @returns {string} its address */
  const placeOf = (file) => (file.endsWith('.md') ? addressOf(file) : sourceAddressOf(file));

  /** @param {string} file @param {{ title: string, body: string, about: string, sections?: Parsed['sections'] }} content */
  const write = (file, { title, body, about, sections = [] }) => {
    const address = placeOf(file);
    const up = upFrom(address);
    const place = entries.findIndex((entry) => entry.file === file);
    /** @param {{ label: string, file: string } | undefined} entry */
    const linkTo = (entry) =>
      entry && {
        href: `${up}${addressOf(entry.file)}` || './',
        label: entry.label,
        isCurrent: entry.file === file,
      };
    const html = pageHtml({
      title,
      about,
      group: entries[place]?.group,
      body,
      sections,
      from: file,
      groups: groups.map(({ title, entries, depth }) => ({
        title,
        depth,
        links: entries.flatMap((entry) => linkTo(entry) ?? []),
      })),
      previous: place > 0 ? linkTo(entries[place - 1]) : undefined,
      next: place >= 0 ? linkTo(entries[place + 1]) : undefined,
      root: up,
      assets,
      version,
    });
    const path = join(out, `${address || 'index'}.html`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, html);
  };

  for (const page of parsed) {
    const up = upFrom(addressOf(page.file));
    const body = await render(page, {
      pageOf: (file) => (pages.includes(file) || isShown(file) ? `${up}${placeOf(file)}` || './' : undefined),
      pictureOf: (file) => up + (pictureNames.get(file) ?? ''),
      sectionsOf: (file) => parsed.find((one) => one.file === file)?.sections,
    });
    write(page.file, {
      title: page.sections[0]?.title ?? '',
      body,
      about: aboutOf(page),
      sections: page.sections,
    });
  }
  for (const file of sources) {
    const code = await highlight(readText(file), /\w+$/.exec(file)?.[0]);
    const title = basename(file);
    const body = `<div class="heading"><h1>${title}</h1></div>\n<p><code>${file}</code></p>\n${code}`;
    write(file, { title, body, about: `The file ${file} of Porch` });
  }
  compress(out, ONE_WAY);
  const made = filesOf(out);
  publishBuild(
    out,
    join(root, DOCS),
    made.flatMap((file) => (file.endsWith('.html') ? file.slice(out.length + 1) : [])),
  );
};
