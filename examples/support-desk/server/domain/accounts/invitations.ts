import type { InvitationMail } from '../../../shared/answers/accounts';
import type { Role } from '../../../shared/lists';
import type { AgentLink } from '../../model/accountEntities';
import type { Caller } from '../../model/caller';
import { DeskError } from '../../model/deskError';
import type { Transaction } from '../../store/store';
import type { AccountDeps } from './access';
import { type AccountMailDeps, endOf, lineOf, mailsLinks, sendAccountMail } from './accountMail';
import { note } from './audit';
import { changeTeam, type Proven } from './colleagues';
import { type MadeLink, makeLink, newToken } from './links';
import { proveAdmin, type Self } from './ownAccount';

const MAX_INVITATIONS = 100;
/** How long the list has expired invitations. */
export const INVITED_MS = 30 * 86_400_000;
/** More time than one email takes. After it, the process that sent it has ended. */
const SENDING_MS = 120_000;

type InviteDeps = AccountDeps & Pick<AccountMailDeps, 'settings' | 'mailer'>;

const none = (): DeskError => new DeskError('not_found', 'There is no such invitation');
const targetOf = ({ id, email }: AgentLink) => ({
  kind: 'invitation' as const,
  id,
  name: email ?? undefined,
});

/** The invitations that are listed, newest first. */
export const listedInvitations = ({ store, now }: Pick<InviteDeps, 'store' | 'now'>): Promise<AgentLink[]> =>
  store.invitations(now() - INVITED_MS);

/** The state of an invitation's email. @param now in ms */
export const mailOf = ({ mail }: AgentLink, now: number): InvitationMail | undefined =>
  mail?.state === 'sending' && now - mail.at > SENDING_MS
    ? { ...mail, state: 'failed', problem: 'unanswered' }
    : (mail ?? undefined);

/** The email of an invitation that will be sent. */
const coming = (deps: InviteDeps, email: string | null | undefined): InvitationMail | null =>
  email && mailsLinks(deps) ? { state: 'sending', at: deps.now() } : null;

const refuseKnown = async (tx: Transaction, { email }: AgentLink): Promise<void> => {
  if (email && (await tx.agentByEmail(email))) throw new DeskError('conflict', 'A colleague has this email');
};

/**
 * Invites a colleague.
 * @throws conflict if somebody has the email; bad_request for too many invitations; for an admin, as `proveAdmin`
 */
export const invite = async (
  deps: InviteDeps,
  { by, password }: Proven,
  { email, name, role }: { email?: string; name?: string; role: Role },
): Promise<MadeLink> => {
  if (role === 'admin') await proveAdmin(deps, by, password);
  return changeTeam(deps, async (tx) => {
    if ((await tx.invitations(deps.now())).length >= MAX_INVITATIONS)
      throw new DeskError('bad_request', `There may be at most ${MAX_INVITATIONS} invitations at a time`);
    const wanted = { kind: 'invitation', role, email, name, mail: coming(deps, email) } as const;
    const made = await makeLink(deps, tx, wanted);
    await refuseKnown(tx, made.link);
    await note(deps, tx, by, { action: 'invitation-made', target: targetOf(made.link), detail: role });
    return made;
  });
};

const listed = async (
  { now }: Pick<InviteDeps, 'now'>,
  reads: Pick<Transaction, 'invitations'>,
  id: string,
): Promise<AgentLink> => {
  const found = (await reads.invitations(now() - INVITED_MS)).find((one) => one.id === id);
  if (!found) throw none();
  return found;
};

/**
 * Gives an invitation a new link, also an expired one. Its earlier link ends.
 * @throws not_found; conflict if somebody has the email; for an admin, as `proveAdmin`
 */
export const renewInvitation = async (
  deps: InviteDeps,
  { by, password }: Proven,
  id: string,
): Promise<MadeLink> => {
  if ((await listed(deps, deps.store, id)).role === 'admin') await proveAdmin(deps, by, password);
  return changeTeam(deps, async (tx) => {
    const before = await listed(deps, tx, id);
    await refuseKnown(tx, before);
    const { token, fields } = newToken(deps, 'invitation');
    const link = { ...before, ...fields, mail: coming(deps, before.email) };
    await tx.updateAgentLink(before.tokenHash, { ...fields, mail: link.mail });
    await note(deps, tx, by, { action: 'invitation-renewed', target: targetOf(link), detail: link.role });
    return { token, link };
  });
};

/** Sends an invitation's link, if the desk sends it, and stores the result, unless it has another link by then. */
export const mailInvitation = async (
  deps: AccountMailDeps,
  by: Self,
  { token, link }: MadeLink,
): Promise<void> => {
  if (link.email === null || link.mail === null) return;
  const team = lineOf(deps.settings().agent.name);
  const inviter = lineOf(by.agent.name);
  const isAllowed = await deps.mailLimits.mayMailAccount('invitationMails', link.email);
  const problem = isAllowed
    ? await sendAccountMail(deps, {
        to: link.email,
        subject: `${inviter} invites you to ${team}`,
        before: `${inviter} invites you to answer visitors of ${team}.`,
        token,
        act: 'Join the team',
        after: `The link works once, until ${endOf(link)}. If you do not know ${inviter}, ignore this email.`,
      })
    : 'limit';
  const at = deps.now();
  const mail: InvitationMail = problem ? { state: 'failed', at, problem } : { state: 'sent', at };
  await changeTeam(deps, (tx) => tx.updateAgentLink(link.tokenHash, { mail }));
};

/** @throws not_found */
export const withdrawInvitation = (deps: AccountDeps, by: Caller, id: string): Promise<void> =>
  changeTeam(deps, async (tx) => {
    const withdrawn = await listed(deps, tx, id);
    if (!(await tx.deleteInvitation(id))) throw none();
    await note(deps, tx, by, { action: 'invitation-withdrawn', target: targetOf(withdrawn) });
  });
