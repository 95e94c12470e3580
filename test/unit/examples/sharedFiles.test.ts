import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const examples = fileURLToPath(new URL('../../../examples', import.meta.url));
const PROGRAMS = ['bot', 'slack-bridge', 'chatwoot-bridge', 'answering-model'];

const read = (program: string, file: string): string =>
  readFileSync(`${examples}/${program}/lib/${file}`, 'utf8');

it('the programs at a desk can each be copied alone, and have the same files in lib', () => {
  const texts = new Map<string, Set<string>>();
  for (const program of PROGRAMS)
    for (const file of readdirSync(`${examples}/${program}/lib`))
      texts.set(file, (texts.get(file) ?? new Set()).add(read(program, file)));
  expect(texts.size).toBeGreaterThan(3);
  expect([...texts].filter(([, versions]) => versions.size > 1).map(([file]) => file)).toEqual([]);
});

it('the programs at a desk name the packages of this repository', () => {
  const versionOf = (name: string): string =>
    JSON.parse(readFileSync(`${examples}/../node_modules/${name}/package.json`, 'utf8')).version;
  for (const program of PROGRAMS) {
    const { dependencies } = JSON.parse(readFileSync(`${examples}/${program}/package.json`, 'utf8'));
    for (const [name, version] of Object.entries(dependencies))
      expect([program, name, version]).toEqual([program, name, versionOf(name)]);
  }
});
