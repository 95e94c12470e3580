import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it, vi } from 'vitest';
import { folderForThisFile } from '../support/folder';
import { createMemoryDesk } from '../support/memoryDesk';
import { callMemoryDesk } from '../support/memoryVisitor';

const root = new URL('../../', import.meta.url);
const KEY = { id: 'shop-1', secret: 'a secret of the shop, for its tokens' };

const folder = folderForThisFile();
afterAll(() => vi.unstubAllEnvs());

it('the desk accepts the token of the README’s own code', async () => {
  const readme = readFileSync(new URL('examples/support-desk/README.md', root), 'utf8');
  const [, code = ''] = /^```js\n(.*?)^```$/ms.exec(readme) ?? [];
  symlinkSync(new URL('node_modules', root), join(folder, 'node_modules'));
  const file = join(folder, 'signVisitor.mjs');
  writeFileSync(file, code);
  vi.stubEnv('PORCH_KEY_ID', KEY.id);
  vi.stubEnv('PORCH_KEY_SECRET', KEY.secret);
  const { signVisitor } = await import(pathToFileURL(file).href);

  const desk = createMemoryDesk({ settings: { auth: { signingKeys: [KEY] } } });
  const jwt = await signVisitor({ id: 7, name: 'Ada', email: 'ada@shop.example' });
  const { status, body } = await callMemoryDesk(desk, 'POST', '/login', {}, `Bearer ${jwt}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ appUser: { userId: '7', givenName: 'Ada', email: 'ada@shop.example' } });
  desk.close();
});
