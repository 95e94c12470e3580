import { expect, it } from 'vitest';
import { joinAtOnce } from '../../../scripts/atOnce.mjs';

const launcher = 'const a=1,b=()=>import("./x.ab12c.js");globalThis.ran=1;export{a as n,b as start};\n';

it('joins loader and launcher, whose code runs when the loader asks for it', () => {
  const host: Record<string, unknown> = {};
  const script = joinAtOnce('given(PORCH_GIVEN)', launcher);
  new Function('given', 'globalThis', script)((value: object) => Object.assign(host, { value }), host);
  expect(host.ran).toBeUndefined();
  const { load } = host.value as { load(base: string): { start: () => unknown } };
  const { start } = load('https://cdn.example/');
  expect(host.ran).toBe(1);
  expect(String(start)).toContain('import(PORCH_BASE+"x.ab12c.js")');
  expect(script.endsWith('});\n')).toBe(true);
});

it('refuses a launcher without the export that starts it', () => {
  expect(() => joinAtOnce('', 'const a=1;export{a};')).toThrow('does not end with its exports');
  expect(() => joinAtOnce('', 'const a=1;')).toThrow('does not end with its exports');
});
