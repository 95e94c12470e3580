import { describe, expect, it } from 'vitest';
import { circlesOf, graphOf } from '../../../scripts/importGraph.mjs';
import { packageProblems } from '../../../scripts/packageImports.mjs';

const graph = (texts: Record<string, string>) => graphOf(new Map(Object.entries(texts)));

/** What the check reports about a file of the desk, where the package exports these entries. */
const check = (code: string, ...entries: string[]) =>
  packageProblems(graph({ 'server/routes/config.ts': code }), entries);

describe('the desk’s imports', () => {
  it.each([
    ['an entry of the package', "import { decodeConfig } from '@porch/messenger/wire/config';"],
    ['types of an entry', "import type { Config } from '@porch/messenger/wire/config';"],
    ['an entry named in a type', "type Config = import('@porch/messenger/wire/config').Config;"],
    [
      'an entry beside other packages and its own files',
      "import { Hono } from 'hono';\nimport '../../shared/agentApi';\nexport * from '@porch/messenger/wire/config';",
    ],
  ])('may be %s', (_, code) => {
    expect(check(code, './wire/config')).toEqual([]);
  });

  it('may be the table of locales by its path', () => {
    expect(check("import codes from '../../../../locales/codes.json';")).toEqual([]);
  });

  it.each([
    ['statically', "import { str } from '../../../../src/wire/decode';"],
    ['over several lines', "import {\n  obj,\n  str,\n} from '../../../../src/wire/decode';"],
    ['as types', "import type { Json } from '../../../../src/wire/decode';"],
    ['as it runs', "const wire = await import('../../../../src/wire/decode');"],
    ['to pass it on', "export { str } from '../../../../src/wire/decode';"],
  ])('may not reach into src/ by a path: %s', (_, code) => {
    expect(check(code)).toEqual([
      'server/routes/config.ts imports ../../src/wire/decode: from outside its folder it may import @porch/messenger',
    ]);
  });

  it.each([
    '../../../../scripts/locales.mjs',
    '../../../../test/support/desk',
    '../../../../locales/de.json',
  ])('may not be %s', (path) => {
    expect(check(`import '${path}';`)).toHaveLength(1);
  });

  it('may not be a file that the package does not export', () => {
    expect(check("import '@porch/messenger/wire/user';\nimport '@porch/messenger';", './wire')).toEqual([
      'server/routes/config.ts imports @porch/messenger/wire/user: src/package.json does not export it',
      'server/routes/config.ts imports @porch/messenger: src/package.json does not export it',
      'src/package.json exports @porch/messenger/wire, which the desk does not import',
    ]);
  });

  it('are all that the package exports', () => {
    const code = "import '@porch/messenger/wire/config';";
    expect(check(code, './wire/config', './wire/user')).toEqual([
      'src/package.json exports @porch/messenger/wire/user, which the desk does not import',
    ]);
  });

  it('in a comment do not count', () => {
    expect(check("/*\nimport '../../../../src/wire/decode';\n*/")).toEqual([]);
  });
});

describe('files that import each other', () => {
  it('are told as a path, once', () => {
    const texts = {
      'a.ts': "import { b } from './in/b';",
      'in/b.tsx': "import type { C } from '../c';",
      'c.ts': "import('./a');",
      'd.ts': "import './a';",
    };
    expect(circlesOf(graph(texts))).toEqual(['a.ts → in/b.tsx → c.ts → a.ts']);
  });

  it('are none where two import the same', () => {
    const texts = { 'a.ts': "import './b';\nimport './c';", 'b.ts': "import './c';", 'c.ts': '' };
    expect(circlesOf(graph(texts))).toEqual([]);
  });
});
