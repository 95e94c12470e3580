import { type Group, toggle } from './fields';

export const ASSIGNMENT: readonly Group[] = [
  {
    fields: [
      toggle(
        'assignment/toWhoReplies',
        'Assign an unassigned conversation to the agent who answers it',
        'A note assigns nothing, and an answer does not take a colleague’s conversation.',
      ),
    ],
  },
  {
    title: 'In turn',
    hint: 'An agent whose inbox is open and not away gets a visitor who waits and is nobody’s, unless their alerts are off: whoever was given one the longest ago. While nobody can take it, it stays unassigned.',
    fields: [
      toggle('assignment/inTurn/enabled', 'Assign visitors who wait to the agents who are there, in turn'),
      {
        path: 'assignment/inTurn/limit',
        label: 'At most, each',
        hint: 'An agent with this many open conversations gets no more in turn.',
        kind: 'number',
        low: 1,
        high: 1000,
        unit: 'open conversations',
      },
    ],
  },
];
