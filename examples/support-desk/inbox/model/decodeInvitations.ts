import { listOf, num, obj, oneOf, str } from '@porch/messenger/wire/decode';
import { shownLabel } from '@porch/messenger/wire/shown';
import type { Invitation, InvitationMail, InvitationsAnswer } from '../../shared/answers/accounts';
import { roleOf } from './decodeAccounts';

const decodeMail = (value: unknown): InvitationMail | undefined => {
  const { state, at, problem } = obj(value);
  const known = oneOf(state, ['sending', 'sent', 'failed'] as const);
  const why = oneOf(problem, ['limit', 'refused', 'unanswered'] as const);
  return known && { state: known, at: num(at) ?? 0, problem: why };
};

const decodeInvitation = (entry: unknown): Invitation | undefined => {
  const raw = obj(entry);
  const id = str(raw.id);
  if (!id) return undefined;
  return {
    id,
    role: roleOf(raw.role),
    email: str(raw.email) || undefined,
    name: shownLabel(raw.name)?.trim() || undefined,
    mail: decodeMail(raw.mail),
    createdAt: num(raw.createdAt) ?? 0,
    expiresAt: num(raw.expiresAt) ?? 0,
  };
};

export const decodeInvitations = (value: unknown): InvitationsAnswer => ({
  invitations: listOf(obj(value).invitations, decodeInvitation),
  mails: obj(value).mails === true,
});
