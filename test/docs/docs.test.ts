import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { readSettings, settingsSchema } from '../../examples/support-desk/server/domain/settings/settings';
import { ALLOWED_EXTENSIONS } from '../support/allowedExtensions';
import { folderForThisFile } from '../support/folder';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const DOCS = readdirSync(join(root, 'docs')).map((name) => `docs/${name}`);
const PAGES = [...DOCS, 'README.md', 'examples/support-desk/README.md', '.github/CONTRIBUTING.md'];
const DEPLOY = 'examples/support-desk/deploy';

/** The code of a page's blocks in one language. */
const blocks = (path: string, language: string): string[] =>
  [...read(path).matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, name]) => name === language)
    .map(([, , code = '']) => code);

/** A heading as the address of a link's anchor. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

mkdirSync(join(root, 'test/output'), { recursive: true });
const folder = mkdtempSync(join(root, 'test/output/docs-'));
const elsewhere = folderForThisFile();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the pages for people who use Porch', () => {
  it('have only links that lead somewhere, to the heading too', () => {
    const broken = PAGES.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:|#)([^)\s]+)\)/g)].flatMap(([, link = '']) => {
        const [path = '', anchor] = link.split('#');
        const target = join(dirname(page), path);
        if (!existsSync(join(root, target))) return [`${page}: ${link}`];
        if (!anchor) return [];
        const headings = [...read(target).matchAll(/^#+ (.+)$/gm)].map(([, words = '']) => anchorOf(words));
        return headings.includes(anchor) ? [] : [`${page}: ${link}`];
      }),
    );
    expect(broken).toEqual([]);
  });

  it('have TypeScript that fits the published types', () => {
    const names = PAGES.flatMap((page) =>
      ['ts', 'tsx'].flatMap((kind) =>
        blocks(page, kind).map((code, i) => {
          const name = `${page.replace(/\W/g, '-')}-${kind}-${i}.${kind}`;
          writeFileSync(
            join(folder, name),
            code.includes('import') ? code : `import 'porch-messenger';\n${code}`,
          );
          return name;
        }),
      ),
    );
    expect(names.length).toBeGreaterThan(5);
    const source = join(root, 'src/npm');
    const paths = { 'porch-messenger': [`${source}/index.ts`], 'porch-messenger/*': [`${source}/*.ts`] };
    const compilerOptions = { noEmit: true, noUnusedLocals: false, composite: false, paths };
    const config = {
      extends: '../../../tsconfig.json',
      compilerOptions,
      include: [],
      exclude: [],
      files: [...names, '../../../src/npm/global.d.ts'],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const { stdout } = spawnSync(
      process.execPath,
      [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder],
      { encoding: 'utf8' },
    );
    expect(stdout).toBe('');
  });

  it('have scripts that parse, for pages and for shells', () => {
    for (const page of PAGES) {
      for (const html of blocks(page, 'html')) {
        for (const [, code = ''] of html.matchAll(/<script>(.*?)<\/script>/gs)) {
          expect(() => new Function(code), `${page}: ${code}`).not.toThrow();
        }
      }
      for (const code of blocks(page, 'sh')) {
        const { stderr } = spawnSync('bash', ['-n'], { input: code, encoding: 'utf8' });
        expect(stderr, `${page}: ${code}`).toBe('');
      }
    }
  });

  it('name the variables that the desk reads, and no others', () => {
    const table = [...read('examples/support-desk/README.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(
      ([, name]) => name,
    );
    const known = [
      ...read('examples/support-desk/server/start/environment.ts').matchAll(/\benv\.([A-Z_]+)/g),
    ].map(([, name]) => name);
    expect([...new Set(known)].sort()).toEqual([...table].sort());
  });

  it('name settings that the desk takes', () => {
    type Schema = { entries?: Record<string, Schema>; wrapped?: Schema; pipe?: Schema[]; type: string };
    const inner = (schema: Schema): Schema => {
      const next = schema.wrapped ?? schema.pipe?.[0];
      return next && next !== schema ? inner(next) : schema;
    };
    const top = settingsSchema as unknown as Schema;
    const takes = (path: string): boolean => {
      let at: Schema | undefined = top;
      for (const name of path.split('.')) at = at && inner(at).entries?.[name];
      return at !== undefined;
    };
    const groups = Object.keys(top.entries ?? {});
    const wrong = PAGES.flatMap((page) => {
      const text = read(page);
      const dotted = [...text.matchAll(/`([a-z]\w*)(\.[\w.]+)(?:: [^`]*)?`/gi)]
        .filter(([, group = '']) => groups.includes(group))
        .map(([, group, rest]) => `${group}${rest}`);
      const plain = [...text.matchAll(/`([\w.]+)`,? in the desk's settings/g)].map(([, name = '']) => name);
      const served = [...text.matchAll(/With `(\w+)` in the\s+configuration/g)].map(
        ([, name]) => `messenger.${name}`,
      );
      return [...dotted, ...plain, ...served]
        .filter((name) => !takes(name))
        .map((name) => `${page}: ${name}`);
    });
    expect(wrong).toEqual([]);
  });

  it("have an example of the desk's settings that it takes", () => {
    const [example = ''] = blocks('examples/support-desk/README.md', 'json');
    expect(readSettings(JSON.parse(example))).toHaveProperty('settings');
    const [, keys = ''] = /`(\{"auth": .*\})`/.exec(read('examples/support-desk/README.md')) ?? [];
    const settings = JSON.parse(keys.replaceAll('…', 'a secret of at least 32 characters'));
    expect(readSettings(settings)).toHaveProperty('settings');
  });

  it('have one Content Security Policy', () => {
    const [, policy = ''] = /^Content-Security-Policy: (default-src .+)$/m.exec(read('docs/policy.md')) ?? [];
    expect(policy).not.toBe('');
    expect(read('README.md').split('\n')).toContain(policy);
  });

  it('list the types of files that are taken', () => {
    const [, listed = ''] =
      /<!-- The file types.*?-->\n(.*?)\n<!-- End of the file types/s.exec(read('docs/browsers.md')) ?? [];
    expect(listed.trim().split(/\s+/)).toEqual(ALLOWED_EXTENSIONS);
  });
});

describe('the examples for running the desk', () => {
  it('have alerts of which operate.md says whom they call, and what to do', () => {
    const severities = (text: string, row: RegExp): string[] =>
      [...text.matchAll(row)].map(([, name, severity]) => `${name} ${severity}`);
    const rules = severities(
      read(`${DEPLOY}/alerts.yml`),
      /- alert: (\w+)\n(?: +(?:expr|for): .*\n)+ +labels: \{ severity: (\w+) \}/g,
    );
    expect(rules.length).toBeGreaterThan(15);
    expect(severities(read('docs/operate.md'), /^\| `(Porch\w+)` \| (\w+) \| \S.*\|$/gm)).toEqual(rules);
  });

  it('name files that there are', () => {
    const files = readdirSync(join(root, DEPLOY), { recursive: true, encoding: 'utf8' })
      .map((name) => `${DEPLOY}/${name}`)
      .filter((path) => statSync(join(root, path)).isFile());
    const named = [...DOCS, ...files].flatMap((page) =>
      [...read(page).matchAll(/\b(examples\/support-desk\/[\w./-]*\w\.\w+)/g)].map(([, path = '']) => path),
    );
    const made = ['examples/support-desk/build/main.js', 'examples/support-desk/build/desk.js'];
    expect(named).toContain(made[0]);
    expect(named.filter((path) => !made.includes(path) && !existsSync(join(root, path)))).toEqual([]);
  });

  it('set only variables that the desk reads', () => {
    const known = read('examples/support-desk/server/start/environment.ts');
    const unit = [...read(`${DEPLOY}/porch.service`).matchAll(/^Environment=(.*)$/gm)]
      .flatMap(([, line = '']) => line.split(' '))
      .map((one) => one.split('=')[0]);
    const image = [...read(`${DEPLOY}/Dockerfile`).matchAll(/^ENV (.*)$/gm)]
      .flatMap(([, line = '']) => line.split(' '))
      .map((one) => one.split('=')[0]);
    for (const name of [...unit, ...image]) {
      if (name !== 'NODE_ENV') expect(known).toContain(`env.${name}`);
    }
  });

  it.runIf(existsSync('/usr/bin/systemd-analyze'))('are a unit that systemd takes', () => {
    const unit = join(elsewhere, 'porch.service');
    // systemd looks whether the program and the user are on this machine.
    const text = read(`${DEPLOY}/porch.service`)
      .replace('/usr/bin/node', process.execPath)
      .replace(/=porch$/gm, '=root');
    writeFileSync(unit, text);
    const { stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
    expect(stderr.split('\n').filter((line) => line.includes('porch.service'))).toEqual([]);
  });

  it.runIf(existsSync('/usr/sbin/nginx')).each(['nginx.conf', 'cluster/nginx.conf'])(
    'are a proxy that nginx takes, in the order of deploy.md: %s',
    (example) => {
      const machine = mkdtempSync(join(elsewhere, 'nginx-'));
      const certificate = `${machine}/etc/letsencrypt/live/help.example`;
      const standIn = (name: string, code: string): void =>
        writeFileSync(join(machine, name), `#!/bin/sh -e\n${code}\n`, { mode: 0o755 });
      for (const path of ['etc/nginx/conf.d', 'var']) mkdirSync(join(machine, path), { recursive: true });
      writeFileSync(
        join(machine, 'nginx.conf'),
        `pid ${machine}/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\ninclude ${machine}/etc/nginx/conf.d/*.conf;\n}\n`,
      );
      standIn(
        'nginx',
        `find ${machine}/etc/nginx -name '*.conf' -exec sed -i 's| /etc/letsencrypt| ${machine}/etc/letsencrypt|; s/desk\\([123]\\):8080/127.0.0.1:808\\1/' {} ';'
      exec /usr/sbin/nginx "$@" -p ${machine} -c ${machine}/nginx.conf`,
      );
      standIn('systemctl', '[ "$*" = "reload nginx" ]');
      standIn(
        'certbot',
        `nginx -t; mkdir -p ${certificate}
      openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=help.example -keyout ${certificate}/privkey.pem -out ${certificate}/fullchain.pem`,
      );
      const code = blocks('docs/deploy.md', 'sh').find((block) => block.startsWith('certbot')) ?? '';
      const { status, stderr } = spawnSync(
        'sh',
        [
          '-e',
          '-c',
          code.replaceAll(' /etc/', ` ${machine}/etc/`).replace('deploy/nginx.conf', `deploy/${example}`),
        ],
        { cwd: root, encoding: 'utf8', env: { ...process.env, PATH: `${machine}:${process.env.PATH}` } },
      );
      expect(stderr).toContain('test is successful');
      expect(status, stderr).toBe(0);
    },
  );
});
