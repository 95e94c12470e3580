/** The rows of a publisher: the README, the pages for publishers, and the agent API of the desk's README. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { readText } from '../docs/pages.mjs';
import { findChromium, findHeadlessShell } from '../setup.mjs';
import { followAgentApi } from './agentApi.mjs';
import { codeOf, commandsOf } from './blocks.mjs';
import { askAsAgent } from './deskCalls.mjs';
import { freePort } from './place.mjs';

/**
 * @typedef {object} Publisher
 * @property {import('./place.mjs').Place} place
 * @property {string} clone of the repository
 * @property {string} project the publisher's own folder
 * @property {string} origin of the desk that `npm start` runs
 * @property {string} token an API key
 * @property {number} pagePort of the publisher's page
 * @property {string} packed the npm package
 */

/**
 * @param {import('./place.mjs').Place} place
 * @param {string} clone
 * @returns {Promise<Publisher>}
 */
export const createPublisher = async (place, clone) => ({
  place,
  clone,
  project: place.folder('project'),
  origin: '',
  token: '',
  pagePort: await freePort(),
  packed: '',
});

const DESK = 'examples/support-desk/README.md';
/** One run instead of five: the figures are not checked here. */
const BRIEF = '--runs 1';

/** @param {string} text @param {Publisher} publisher @returns {string} the text with the desk of `npm start` */
const onDesk = (text, { origin }) =>
  text
    .replaceAll('wss://desk.example', origin.replace('http', 'ws'))
    .replaceAll('https://desk.example', origin);

/**
 * Serves one page, opens it in Chromium, and writes to the desk.
 * @param {Publisher} publisher
 * @param {string} head
 * @param {string} text what the visitor writes
 * @param {Record<string, string>} [headers]
 */
const writeOnPage = async ({ origin, token, pagePort }, head, text, headers = {}) => {
  const page = `<!doctype html><html lang="en"><head><title>Shop</title>${head}</head><body><h1>Shop</h1></body></html>`;
  const server = createServer((_, answer) =>
    answer.writeHead(200, { 'content-type': 'text/html', ...headers }).end(page),
  ).listen(pagePort, '127.0.0.1');
  const browser = await chromium.launch({
    executablePath: findHeadlessShell() ?? findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    // The settings also offer German.
    const tab = await browser.newPage({ locale: 'en-US' });
    tab.setDefaultTimeout(120_000);
    /** @type {string[]} */
    const problems = [];
    tab.on('console', (line) => {
      if (line.type() === 'error' && !/favicon/.test(line.location().url)) problems.push(line.text());
    });
    await tab.goto(`http://127.0.0.1:${pagePort}/`);
    await tab.getByRole('button', { name: /^Open messaging window/ }).click();
    const frame = tab.frameLocator('iframe[title="Messaging window"]');
    await frame.getByRole('textbox', { name: 'Type a message' }).fill(text);
    await tab.keyboard.press('Enter');
    await frame.getByRole('log', { name: 'Messages' }).getByText(text, { exact: true }).waitFor();
    for (let tries = 0; ; tries++) {
      const { conversations } = await askAsAgent(origin, token, '/conversations');
      if (conversations.some((/** @type {any} */ { lastMessage }) => lastMessage?.text === text)) break;
      assert.ok(tries < 100, 'the desk has not got the message');
      await tab.waitForTimeout(200);
    }
    assert.deepEqual(problems, []);
  } finally {
    await browser.close();
    server.close();
  }
};

/** The package is not on npm yet: its file replaces its name. @param {string} code @param {Publisher} publisher */
const withFile = (code, { packed }) =>
  code
    .replace('/path/to/porch-messenger-0.1.0.tgz', packed)
    .replace(/(?<=npm install --save-dev )porch-messenger/, packed)
    .replace('--package porch-messenger', `--package ${packed}`);

/** @param {string} code @param {Publisher} publisher */
const inProject = (code, publisher) =>
  publisher.place.shell(onDesk(withFile(code, publisher), publisher), {
    cwd: publisher.project,
    // npx asks before it downloads a package.
    env: { npm_config_yes: 'true' },
  });

/** The settings of the README add a label to the launcher, which loads an extra file. @param {Publisher} publisher */
const useDefaultSettings = async ({ clone, origin }) => {
  writeFileSync(join(clone, '.data/settings.json'), '{}');
  for (let tries = 0; ; tries++) {
    const config = await (await fetch(`${origin}/embeddable/config`)).text();
    if (!config.includes('Questions?')) return;
    assert.ok(tries < 150, 'the desk still has the settings from before');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
};

/** @param {string} code @param {Publisher} publisher */
const measure = async (code, publisher) => {
  const { place, project } = publisher;
  const port = await freePort();
  const page = readFileSync(join(project, 'page.html'));
  const server = createServer((_, answer) =>
    answer.writeHead(200, { 'content-type': 'text/html' }).end(page),
  ).listen(port, '127.0.0.1');
  place.onEnd(() => server.close());
  const local = code.replace('https://shop.example/', `http://127.0.0.1:${port}/`);
  return inProject(local.replaceAll(/(npx [^\n]*)$/gm, `$1 ${BRIEF}`), publisher);
};

/** @type {import('./rows.mjs').Row<Publisher>[]} */
export const PUBLISHER = [
  {
    page: 'README.md',
    begins: 'npm start',
    run: async (code, publisher) => {
      const { place, clone, pagePort } = publisher;
      mkdirSync(join(clone, '.data'));
      const [settings = ''] = codeOf(DESK, 'json');
      // The README names the publisher's origin, which only the publisher knows.
      const here = settings.replace('"origins": [', `"origins": ["http://127.0.0.1:${pagePort}", `);
      writeFileSync(join(clone, '.data/settings.json'), here);
      const token = randomBytes(16).toString('hex');
      const env = { PORT: String(await freePort()), AGENT_TOKEN: token };
      const output = await place.serve(code, /^Data:/m, { cwd: clone, env });
      const [, origin = ''] = /^Inbox: +(\S+)\/agent(?:[/#]\S+)?$/m.exec(output) ?? [];
      Object.assign(publisher, { origin: origin.replace('localhost', '127.0.0.1'), token });
      return output;
    },
    is: 'page, inbox and documentation answer at the printed addresses, with the settings of the desk’s README',
    check: async ({ token, origin }, output) => {
      const addresses = [...output.matchAll(/^(?:Page|Inbox|Docs): +([^\s#]+)/gm)].map(
        ([, address = '']) => address,
      );
      assert.equal(addresses.length, 3);
      for (const address of addresses) assert.equal((await fetch(address)).status, 200, address);
      const { fixed } = await askAsAgent(origin, token, '/settings');
      assert.equal(fixed.app?.name, 'Shop', JSON.stringify(fixed));
    },
  },
  { begins: 'PORT=9000 npm start', leftOut: 'npm start runs with another PORT above' },
  {
    is: 'the script tag of the README draws the launcher, and a message reaches the desk',
    check: (publisher) =>
      writeOnPage(publisher, onDesk(codeOf('README.md', 'html')[0] ?? '', publisher), 'By the tag'),
  },
  {
    is: 'the policy of docs/policy.md, copied, blocks nothing',
    check: (publisher) => {
      const [, policy = ''] =
        /^Content-Security-Policy: (default-src .+)$/m.exec(readText('docs/policy.md')) ?? [];
      assert.notEqual(policy, '');
      const tag = onDesk(codeOf('docs/install.md', 'html')[0] ?? '', publisher);
      return writeOnPage(publisher, tag, 'Under the policy', {
        'content-security-policy': onDesk(policy, publisher),
      });
    },
  },
  {
    page: DESK,
    begins: 'api=http://localhost:8080/agent/api',
    run: async (_, { place, origin, token }) => {
      const blocks = commandsOf(DESK).flatMap(({ code, isBlock }) =>
        isBlock && code.includes('curl') ? code : [],
      );
      return followAgentApi(blocks, { place, origin, token });
    },
    is: 'the desk accepts each call',
    check: (_, count) => assert.ok(Number(count) > 30, `only ${count} calls`),
  },
  {
    page: 'docs/policy.md',
    begins: 'openssl dgst',
    is: 'the printed hash is that of porch.js',
    check: ({ clone }, output) => {
      const hash = createHash('sha384').update(readFileSync(join(clone, 'dist/porch.js')));
      assert.equal(output, hash.digest('base64'));
    },
  },
  {
    page: 'docs/install.md',
    begins: 'npm run build && npm pack',
    is: 'it has written a package',
    check: (publisher) => {
      const name = readdirSync(publisher.clone).find((file) => /^porch-messenger-.+\.tgz$/.test(file));
      assert.ok(name);
      publisher.packed = join(publisher.clone, name);
    },
  },
  { page: 'README.md', begins: 'npm run build', leftOut: 'a part of the command of docs/install.md' },
  { page: 'README.md', begins: 'npm pack', leftOut: 'a part of the command of docs/install.md' },
  {
    page: 'docs/install.md',
    begins: 'npm install /path/to/porch-messenger',
    run: async (code, publisher) => {
      writeFileSync(join(publisher.project, 'package.json'), '{ "private": true, "type": "module" }');
      return inProject(code, publisher);
    },
    is: 'the package can be imported',
    check: ({ place, project }) =>
      place.shell(
        `node -e "import('porch-messenger').then(({ mount, zE }) => mount && zE || process.exit(1))"`,
        {
          cwd: project,
        },
      ),
  },
  {
    page: 'docs/cost.md',
    begins: 'npm install --save-dev porch-messenger',
    run: async (code, publisher) => {
      const { project } = publisher;
      await useDefaultSettings(publisher);
      writeFileSync(join(project, 'page.html'), '<!doctype html><title>Shop</title><h1>Shop</h1>');
      writeFileSync(join(project, 'vendor.html'), onDesk(codeOf('README.md', 'html')[0] ?? '', publisher));
      return measure(code, publisher);
    },
    is: 'it prints what opening the embed costs',
    check: (_, output) => assert.match(output, /opening/i),
  },
  { page: 'docs/cost.md', begins: 'npx porch-cost --help', run: inProject },
  {
    page: 'docs/cost.md',
    begins: 'npx porch-cost page.html',
    run: measure,
    is: 'a strict policy blocks nothing',
    check: (_, output) => assert.match(output, /A strict policy blocks: nothing\./),
  },
  {
    page: 'src/npm/README.md',
    begins: 'npx --package porch-messenger porch-cost https://shop.example/',
    run: (code, publisher) => {
      const [budget = '{}'] = codeOf('docs/cost.md', 'json');
      // Times depend on the machine: only the rest is held to the budget here.
      const limits = Object.entries(JSON.parse(budget)).map(([part, all]) => [
        part,
        Object.fromEntries(Object.entries(all).filter(([name]) => !name.endsWith('Ms'))),
      ]);
      writeFileSync(join(publisher.project, 'porch-cost.json'), JSON.stringify(Object.fromEntries(limits)));
      return measure(code, publisher);
    },
  },
  {
    begins: 'npx --package porch-messenger porch-cost',
    leftOut: 'the command of src/npm/README.md begins with it',
  },
  {
    begins: 'node scripts/copyExample.mjs bot FOLDER',
    run: async (code, { place, clone }) => {
      const folder = join(place.base, 'bot');
      await place.shell(code.replace('FOLDER', folder), { cwd: clone });
      return place.shell('npm install && echo KEY=x >.env && ! npm start 2>&1', { cwd: folder });
    },
    is: 'the program starts in that folder, and asks for its settings',
    check: (_, output) => assert.match(output, /^Set DESK_URL: /m),
  },
  { page: DESK, begins: 'curl -H "$auth"', leftOut: 'runs first of the calls of the agent API' },
  {
    page: 'docs/data.md',
    begins: 'curl -H "Authorization: Bearer $API_KEY"',
    leftOut: 'runs among the calls of the agent API',
  },
  { page: DESK, begins: 'npm start', leftOut: 'the command of the README, which is run' },
  { page: DESK, begins: 'time npm start', leftOut: 'the command of the README, which is run' },
  { page: DESK, begins: 'PUBLIC_URL=', leftOut: 'opens the desk to other machines' },
];
