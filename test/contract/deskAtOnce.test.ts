import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createVariants } from '../../examples/support-desk/server/http/variants';
import { type DeskOptions, startDesk } from '../support/desk';
import { folderForThisFile } from '../support/folder';
import { forThisFile } from '../support/forThis';

const repository = folderForThisFile();
mkdirSync(join(repository, 'dist'));
cpSync(fileURLToPath(new URL('../../locales', import.meta.url)), join(repository, 'locales'), {
  recursive: true,
});
/** Ends as the built file does. */
const built = join(repository, 'dist/porch.now.js');
writeFileSync(built, '(({origin,config})=>{told({origin,config})})({now:1});\n');

const start = (options: DeskOptions = {}) => forThisFile(startDesk({ repository, ...options }));

type Given = { origin: string; config: object };

/** Runs the script. @returns what the loader would be given */
const givenBy = (script: string): Given => {
  let given: Given | undefined;
  class Document {
    get currentScript() {
      return { dataset: {} };
    }
  }
  new Function('told', 'Document', 'document', 'window', 'location', script)(
    (value: Given) => {
      given = value;
    },
    Document,
    new Document(),
    {},
    { hash: '' },
  );
  return given as Given;
};

const NASTY = `</script><script>alert(1)</script>"'\u2028\u2029\\`;

describe('the script that has the configuration in it', () => {
  it.each([
    ['', {}],
    ['?locale=fr', {}],
    ['?locale=xx&key=%22', {}],
    ['', { 'accept-language': 'de' }],
  ])('gives with "%s" and %j what a request for it would answer', async (query, headers) => {
    const desk = await start({ settings: { messenger: { title: NASTY, description: '__proto__' } } });
    const [script, config] = await Promise.all(
      ['/porch/porch.now.js', '/embeddable/config'].map((path) =>
        fetch(desk.origin + path + query, { headers }),
      ),
    );
    expect(givenBy((await script?.text()) ?? '')).toEqual({
      origin: desk.origin,
      config: await config?.json(),
    });
  });

  it('is asked for anew each time, and sent again only when something has changed', async () => {
    const desk = await start();
    const ask = (headers = {}) =>
      fetch(`${desk.origin}/porch/porch.now.js`, { headers: { 'accept-encoding': 'br', ...headers } });
    const first = await ask();
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'no-cache',
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
      vary: 'Accept-Language, Accept-Encoding',
    });
    const etag = first.headers.get('etag') ?? '';
    expect((await ask({ 'if-none-match': etag })).status).toBe(304);
    expect((await ask({ 'if-none-match': etag, 'accept-language': 'de' })).status).toBe(200);
  });

  it('names the desk’s address below a path, and opens the links of emails', async () => {
    const publicUrl = 'https://help.example/sub';
    const email = { enabled: true, smtpUrl: 'smtp://127.0.0.1:25', from: 'a@b.example', page: publicUrl };
    const desk = await start({ publicUrl, settings: { email } });
    const script = await (await fetch(`${desk.origin}/porch/porch.now.js`)).text();
    expect(givenBy(script).origin).toBe(publicUrl);
    expect(script).toContain(`zendeskHost=${JSON.stringify(publicUrl)}`);
    expect(script).toContain('"resume"');
  });

  it('takes a name like __proto__ in the configuration as any other', async () => {
    const { createPlacedLoader } = await import('../../examples/support-desk/server/assets/placedLoader');
    const loader = createPlacedLoader(built, {}, createVariants(1e6));
    const config = '{"messenger":{"__proto__":{"title":"x"},"title":"\\"__proto__\\":"}}';
    const context = {
      req: { header: () => undefined },
      body: (body: Uint8Array) => new Response(Buffer.from(body)),
    };
    const answer = await loader(context as never, { mails: false, given: { origin: 'o', config } });
    const given = givenBy((await answer?.text()) ?? '');
    expect(JSON.stringify(given.config)).toBe(config);
  });

  it('is missing where the widget was not built', async () => {
    const desk = await start({ repository: tmpdir() });
    expect((await fetch(`${desk.origin}/porch/porch.now.js`)).status).toBe(404);
  });
});
