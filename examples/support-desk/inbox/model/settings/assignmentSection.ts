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
];
