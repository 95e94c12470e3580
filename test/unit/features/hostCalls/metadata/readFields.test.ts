import { expect, it, vi } from 'vitest';
import { createFieldReader } from '../../../../../src/features/hostCalls/metadata/readFields';
import type { FieldRule } from '../../../../../src/wire/customFields';

const RULES: FieldRule[] = [{ id: '1', type: 'integer', options: [], isEditable: true }];

const create = (...answers: (FieldRule[] | Error)[]) => {
  const report = vi.fn();
  const fetchRules = vi.fn(async () => {
    const answer = answers.shift() ?? RULES;
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return { report, fetchRules, ...createFieldReader({ fetchRules, report }) };
};

it('fields become metadata of a conversation, and what is wrong with others is told', async () => {
  const side = create();
  expect(side.fetchRules).not.toHaveBeenCalled();
  expect(await side.read([{ id: 1, value: 5 }, { value: 'x' }])).toEqual({
    metadata: { 'zen:ticket_field:1': 5 },
    problems: [{ id: '', message: 'Expected an id of type "string" or "number" for a conversation field.' }],
  });
  expect(await side.read([{ id: 1, value: 'five' }])).toEqual({
    metadata: {},
    problems: [{ id: '1', message: 'Expected a whole number value for a field of type Number.' }],
  });
  expect(side.fetchRules).toHaveBeenCalledTimes(1);
  expect(side.report).not.toHaveBeenCalled();
});

it('fields are used without rules if those fail to load; the next call requests them again', async () => {
  const side = create(new Error('Failed to fetch ticket validation rules'));
  const fields = [{ id: 1, value: 'five' }];
  expect((await side.read(fields)).metadata).toEqual({ 'zen:ticket_field:1': 'five' });
  expect(side.report.mock.calls).toEqual([['Failed to fetch ticket validation rules']]);
  expect((await side.read(fields)).metadata).toEqual({});
});
