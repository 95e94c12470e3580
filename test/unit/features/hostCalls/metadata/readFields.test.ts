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

it('fields are used without rules if those fail to load; the next call requests them again', async () => {
  const side = create(new Error('Failed to fetch ticket validation rules'));
  const fields = [{ id: 1, value: 'five' }];
  expect((await side.read(fields)).metadata).toEqual({ 'zen:ticket_field:1': 'five' });
  expect(side.report.mock.calls).toEqual([['Failed to fetch ticket validation rules']]);
  expect((await side.read(fields)).metadata).toEqual({});
});
