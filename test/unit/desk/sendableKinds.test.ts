import * as v from 'valibot';
import { expect, it } from 'vitest';
import { agentMessageBody } from '../../../examples/support-desk/shared/bodies/messages';
import { TEXTS } from '../../../src/messageKinds/texts';

/** Whether the schema has fields for messages of a type. */
const knows = (type: string): boolean =>
  !v.safeParse(agentMessageBody, { type }).issues?.some((issue) => v.getDotPath(issue) === 'type');

it('agents can send each kind of message that the messenger draws, and no other', () => {
  expect(Object.keys(TEXTS).filter((type) => !knows(type))).toEqual([]);
  expect(knows('poll')).toBe(false);
});
