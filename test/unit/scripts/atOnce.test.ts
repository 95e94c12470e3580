import { expect, it } from 'vitest';
import { joinAtOnce } from '../../../scripts/atOnce.mjs';

const launcher =
  'const a=1,b=()=>import("./x.ab12c.js");globalThis.ran=1;globalThis["porch hook"]?.(b);export{a as n,b as start};\n';
const loader = 'given(PORCH_LAUNCHER,PORCH_ORIGIN,PORCH_CONFIG)';

/** Runs the script. @returns what the loader is given */
const run = (script: string, host: object = {}): unknown[] => {
  let all: unknown[] = [];
  new Function('given', 'globalThis', script)((...some: unknown[]) => {
    all = some;
  }, host);
  return all;
};

it('joins loader and launcher, whose code runs when the loader asks for it', async () => {
  const started: unknown[] = [];
  const host: Record<string, unknown> = { 'porch hook': (start: unknown) => started.push(start) };
  const [launch] = run(await joinAtOnce(loader, launcher), host) as [(base: string) => unknown];
  expect(host.ran).toBeUndefined();
  const start = launch('https://cdn.example/');
  expect(host.ran).toBe(1);
  expect(String(start)).toMatch(/^\(\)=>import\(\w+\+"x\.ab12c\.js"\)$/);
  // The hook is that of the realm.
  expect(started).toEqual([]);
});

it('has a place for the configuration where a desk puts it that started before the build', async () => {
  const script = await joinAtOnce(loader, launcher);
  expect(run(script).slice(1)).toEqual([undefined, undefined]);
  const end = '});\n';
  expect(script.endsWith(end)).toBe(true);
  const placed = `${script.slice(0, -end.length)},origin:"https://desk.example",config:{n:1}${end}`;
  expect(run(placed).slice(1)).toEqual(['https://desk.example', { n: 1 }]);
});

it.each(['const a=1;export{a};', 'const a=1;', 'const a=1;export{a as start};'])(
  'refuses a launcher that does not end as expected: %s',
  async (code) => {
    await expect(joinAtOnce('', code)).rejects.toThrow('does not end with its start and its exports');
  },
);
