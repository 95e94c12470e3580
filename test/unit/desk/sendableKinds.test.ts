import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { SAMPLES } from '../../../examples/support-desk/inbox/model/samples/samples';
import { agentMessageBody } from '../../../examples/support-desk/shared/bodies/messages';
import { KINDS } from '../../../examples/support-desk/shared/messageKinds';
import { TEXTS } from '../../../src/messageKinds/texts';

const kinds = Object.keys(TEXTS);

const issuesOf = (type: string) =>
  v.safeParse(agentMessageBody, { type }).issues?.map((issue) => v.getDotPath(issue)) ?? [];
/** Whether the schema has fields for messages of a type. */
const knows = (type: string): boolean => !issuesOf(type).includes('type');

it('agents can send each kind of message that the messenger draws, and no other', () => {
  expect(kinds.filter((type) => !knows(type))).toEqual([]);
  expect(knows('poll')).toBe(false);
});

it('what a kind needs is shown to visitors and programs', () => {
  const hidden = Object.entries(KINDS).flatMap(([type, { fields }]) =>
    issuesOf(type).filter((field) => field && field !== 'text' && !fields.includes(field)),
  );
  expect(hidden).toEqual([]);
});

it('the menu of the inbox has a sample of each kind but files, and answers to forms', () => {
  const context = { base: 'https://desk.example', quotable: [] };
  const built = SAMPLES.map(({ fields, build }) => {
    const values = fields(context).map(({ key, ...field }) => [key, 'value' in field ? field.value : '']);
    return build(Object.fromEntries(values)).type;
  });
  const missing = kinds.filter((type) => !built.includes(type));
  expect(missing.sort()).toEqual(['file', 'formResponse', 'image']);
});

it('the README of the desk lists each kind', () => {
  const readme = readFileSync(new URL('../../../examples/support-desk/README.md', import.meta.url), 'utf8');
  const [, listed = ''] = /^Message types: ([\w, ]+)\./m.exec(readme) ?? [];
  expect(listed.split(', ').sort()).toEqual([...kinds].sort());
});
