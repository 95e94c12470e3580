import { expect, it } from 'vitest';
import type { AlertWish } from '../../../examples/support-desk/shared/lists';
import { holderOf, isAlerted } from '../../../examples/support-desk/shared/responsibility';

type Row = Parameters<typeof holderOf>[0];

const row = (more: Omit<Partial<Row>, 'visitor'>, blocked?: true): Row => ({
  status: 'active',
  visitor: { blocked },
  ...more,
});

/** Conversations, each with the wishes of Ada that it alerts; Ben is there, Cleo is not. */
const ROWS: [string, Row, AlertWish[]][] = [
  ['nobody’s', row({}), ['mine', 'all']],
  ['her own', row({ assigneeId: 'ada' }), ['mine', 'all']],
  ['of a colleague who is there', row({ assigneeId: 'ben' }), ['all']],
  ['of a colleague who is not there', row({ assigneeId: 'cleo' }), ['mine', 'all']],
  ['of somebody without an account', row({ assigneeId: undefined }), ['mine', 'all']],
  ['of a program', row({ assigneeId: 'bot', isHandledByBot: true }), []],
  ['closed', row({ status: 'idle', assigneeId: 'ada' }), []],
  ['blocked', row({ assigneeId: 'ada' }, true), []],
];

it.each(ROWS)(
  'a visitor whose conversation is %s alerts an agent as they wish',
  (_, conversation, wishes) => {
    const alerts = (['mine', 'all', 'none'] as const).filter((wish) =>
      isAlerted(wish, 'ada', holderOf(conversation), (id) => id === 'ben'),
    );
    expect(alerts).toEqual(wishes);
  },
);
