import { readFileSync } from 'node:fs';
import { describe, it } from 'vitest';
import { fixture, startHostPages } from '../support/hostPages';
import { closeAfterReload, closeByBack } from '../support/routedSite';
import { forThisFile, setUp } from '../support/setUp';

const { browser, desk } = await setUp();

/** Pages of a server. The library loads their links. `npm test` installs it for the table of pages. */
const serveSite = async (library: string, attributes: string): Promise<string> => {
  const script = readFileSync(new URL(`pages/node_modules/${library}`, import.meta.url), 'utf8');
  const { origin, serve } = await forThisFile(startHostPages());
  const page = (path: string, body: string) =>
    serve(
      fixture('plain.html', { DESK: desk.origin, HEAD: `<script>${script}</script>`, BODY: body }).replace(
        '<body',
        `<body ${attributes}`,
      ),
      {},
      path,
    );
  page('/', '<p class="first">First</p><a class="go" href="/long">Go</a><p style="height: 3000px"></p>');
  page('/long', '<p class="long" style="height: 4000px"></p><a class="on" href="/last">On</a>');
  page('/last', '<p class="last" style="height: 3000px"></p>');
  return origin;
};

describe.each([
  // It forgets the places of earlier pages by a reload.
  ['Turbo', '@hotwired/turbo/dist/turbo.es2017-umd.js', '', [900, 0]],
  ['htmx', 'htmx.org/dist/htmx.min.js', 'hx-boost:inherited="true"', [900, 300]],
] as const)('a site with %s on a phone', async (_, library, attributes, reloaded) => {
  const origin = await serveSite(library, attributes);

  it('stays where it is when Back closes the window', () => closeByBack(browser, origin));

  it('does so after a reload with the window open', () => closeAfterReload(browser, origin, reloaded));
});
