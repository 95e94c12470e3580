import { expect, it } from 'vitest';
import { soleUserProblems } from '../../../scripts/soleUsers.mjs';

const check = (file: string, code: string) => soleUserProblems(new Map([[file, code]]));

it.each([
  ['server/http/bodies.ts', 'const text = await c.req.text();'],
  ['server/routes/agent.ts', 'const body = await readBody(c, schema); c.req.raw.signal; c.json({});'],
  ['server/start/environment.ts', 'export const portOf = (env: NodeJS.ProcessEnv) => env.PORT;'],
  ['server/main.ts', 'optionsOf(process.env);'],
  ['inbox/services/api.ts', 'const { json } = await answer.json();'],
])('%s may use %s', (file, code) => {
  expect(check(file, code)).toEqual([]);
});

it.each([
  'await c.req.json()',
  'await c.req.parseBody()',
  'await c.req.raw.json()',
  'await c.req.text()',
  'const { req } = c; req.formData()',
  'c.req.raw.body?.getReader()',
  'const { PORT } = process.env;',
  "process['env'].PORT",
  'const read = (env: NodeJS.ProcessEnv) => env.PORT;',
  "import { env } from 'node:process';",
])('a route may not use %s', (code) => {
  expect(check('server/routes/agent.ts', code)).toHaveLength(1);
});
