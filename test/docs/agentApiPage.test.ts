import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createDocument } from '../../examples/support-desk/server/routes/openApi/document';

type Paths = Record<string, Record<string, { summary: string; description: string }>>;

it('docs/agent-api.md has a row for each call of the agent API', () => {
  const { paths } = createDocument() as { paths: Paths };
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { summary, description }]) =>
        `| \`${method.toUpperCase()} ${path}\` | ${summary} | ${description.replace(/\.$/, '')} |`,
    ),
  );
  const page = readFileSync('docs/agent-api.md', 'utf8').split('\n');
  expect(page.filter((line) => line.startsWith('| `'))).toEqual(rows);
});
