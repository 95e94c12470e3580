import { type AccountMailDeps, lineOf, sendAccountMail } from './accountMail';
import { DESK, note } from './audit';
import { makeLink } from './links';
import { plainEmail } from './signIn';

/** Sends the agent with this address a link for a new password. Nobody else gets anything. */
export const mailForgotten = async (deps: AccountMailDeps, email: string): Promise<void> => {
  const to = plainEmail(email);
  if (!(await deps.store.agentByEmail(to))) return;
  if (!(await deps.mailLimits.mayMailAccount('passwordMails', to))) return;
  const made = await deps.store.transaction(async (tx) => {
    const agent = await tx.agentByEmail(to);
    if (!agent) return undefined;
    const { id, name, role } = agent;
    const link = await makeLink(deps, tx, { kind: 'forgotten', role, email: to, agentId: id });
    await note(deps, tx, DESK, { action: 'password-forgotten', target: { kind: 'agent', id, name } });
    return link;
  });
  if (!made) return;
  const team = lineOf(deps.settings().agent.name);
  await sendAccountMail(deps, {
    to,
    subject: `A new password for ${team}`,
    before: `Somebody asked for a new password for your account at ${team}.`,
    token: made.token,
    act: 'Choose a new password',
    after:
      'The link works once, for an hour. If it was not you, ignore this email: your password stays as it is.',
  });
};
