import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MAPS } from '../../scripts/buildWidget.mjs';
import { root } from '../../scripts/run.mjs';

/** The package files bundled into the widget, taken from its source maps. */
const bundled = new Map<string, string>();
for (const name of readdirSync(MAPS)) {
  const map = JSON.parse(readFileSync(join(MAPS, name), 'utf8')) as {
    sources: string[];
    sourcesContent: string[];
  };
  map.sources.forEach((source, i) => {
    const [, file] = source.split('node_modules/');
    if (file) bundled.set(file, map.sourcesContent[i] ?? '');
  });
}

describe('the widget is bundled from libraries as they are published', () => {
  it.each([
    ['preact/compat', /^preact\/compat\/dist\//],
    ['preact', /^preact\/dist\//],
    ['@preact/signals', /^@preact\/signals\/dist\//],
    ['faye', /^faye\/src\/protocol\/client\.js$/],
    ['wretch', /^wretch\/dist\/core\.js$/],
    ['rosetta', /^rosetta\/dist\//],
    ['goober', /^goober\/dist\//],
    ['uqr', /^uqr\/dist\//],
  ])('%s', (_name, file) => {
    expect([...bundled.keys()].filter((name) => file.test(name))).not.toEqual([]);
  });

  it('and each of their files is the one that npm installed', () => {
    expect(bundled.size).toBeGreaterThan(30);
    const changed = [...bundled].filter(
      ([file, content]) => readFileSync(join(root, 'node_modules', file), 'utf8') !== content,
    );
    expect(changed.map(([file]) => file)).toEqual([]);
  });

  it('and React itself is not in it', () => {
    expect(
      [...bundled.keys()].filter((file) => /^(react|react-dom|@preact\/signals-react)\//.test(file)),
    ).toEqual([]);
  });
});
