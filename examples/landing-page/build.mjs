/** Inserts a desk's address and a Content Security Policy into the pages: `node build.mjs DESK [FOLDER] [--without]`. */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const here = import.meta.dirname;
const PAGES = ['index.html', 'amp/contact.html'];
const AS_THEY_ARE = ['pictures', 'fraunces.woff2', 'icon.svg', 'amp/index.html'];

/** @param {string} html @param {string} tag @returns {string[]} the hashes of the page's inline content, for its policy */
const hashesOf = (html, tag) =>
  [...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );

/** @param {string} html @param {string} [desk] the origin of the desk, if the page has a messenger */
const policyOf = (html, desk) =>
  [
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "font-src 'self'",
    `style-src ${hashesOf(html, 'style').join(' ')}`,
    `img-src 'self' ${desk ?? ''}`.trim(),
    // Lighthouse requests robots.txt from inside the page.
    `connect-src 'self' ${desk ? `${desk} ${desk.replace('http', 'ws')}` : ''}`.trim(),
    ...(desk ? [`script-src ${desk} ${hashesOf(html, 'script').join(' ')}`] : []),
    "require-trusted-types-for 'script'",
    `trusted-types ${desk ? 'porch' : "'none'"}`,
  ].join('; ');

/** @param {string} html @param {string} address of the desk @param {boolean} without */
const filled = (html, address, without) => {
  const page = without
    ? html.replace(/ *<script.*?<\/script>\n/gs, '')
    : html.replaceAll('https://desk.example', address);
  const policy = policyOf(page, without ? undefined : new URL(address).origin);
  const [charset] = page.match(/ *<meta charset="utf-8">\n/) ?? [];
  if (!charset) throw new Error('The page has no <meta charset="utf-8">.');
  return page.replace(
    charset,
    () => `${charset}    <meta http-equiv="Content-Security-Policy" content="${policy}">\n`,
  );
};

/**
 * Writes the pages, also compressed for servers that serve compressed files.
 * @param {string} desk the desk's address, such as `https://desk.example`
 * @param {string} folder is emptied first
 * @param {{ without?: boolean }} [options] `without` leaves the messenger out, to compare
 */
export const build = (desk, folder, { without = false } = {}) => {
  const address = desk.replace(/\/$/, '');
  rmSync(folder, { recursive: true, force: true });
  for (const path of AS_THEY_ARE) cpSync(join(here, path), join(folder, path), { recursive: true });
  for (const path of PAGES) {
    const file = join(folder, path);
    const page = filled(readFileSync(join(here, path), 'utf8'), address, without);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, page);
    writeFileSync(`${file}.br`, brotliCompressSync(page));
    writeFileSync(`${file}.gz`, gzipSync(page));
  }
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { without: { type: 'boolean' } },
  });
  const [desk = '', folder = join(here, 'dist')] = positionals;
  if (!/^https?:\/\//.test(desk)) {
    console.error("Which desk? Give its address: 'npm run build -- https://desk.example'.");
    process.exit(2);
  }
  build(desk, folder, values);
  console.log(`Built for ${desk}: ${relative(process.cwd(), folder)}`);
}
