import type { AuditAction } from '../../shared/accountsApi';
import type { AuditRow } from './decodeAccounts';

/** What was done, after the name of who did it. `target` names what was changed. */
const ACTIONS: Record<AuditAction, (target: string | undefined) => string> = {
  'signed-in': () => 'signed in',
  'second-factor-failed': () => 'gave a wrong code for the second factor',
  'signed-out': () => 'signed out',
  'session-ended': () => 'ended a session',
  'password-changed': () => 'changed the password',
  'second-factor-added': () => 'turned the second factor on',
  'second-factor-removed': () => 'turned the second factor off',
  'agent-joined': () => 'joined the team',
  'agent-changed': () => 'changed the account',
  'agent-removed': (who = 'an agent') => `removed ${who} from the team`,
  'role-changed': (who = 'an agent') => `changed the role of ${who}`,
  'reset-link-made': (who = 'an agent') => `made a link for a new password of ${who}`,
  'invitation-made': (who) => (who ? `invited ${who}` : 'made an invitation'),
  'invitation-withdrawn': (who) => (who ? `withdrew the invitation of ${who}` : 'withdrew an invitation'),
  'key-made': (name) => (name ? `made the API key ${name}` : 'made an API key'),
  'key-removed': (name) => (name ? `removed the API key ${name}` : 'removed an API key'),
  'settings-saved': () => 'saved the settings',
  'settings-restored': () => 'brought earlier settings back',
  'signing-key-made': () => 'made a signing key',
  'signing-key-removed': () => 'removed a signing key',
  'email-links-ended': () => 'ended all links in emails',
  'visitor-exported': (who = 'a visitor') => `exported the data of ${who}`,
  'visitor-deleted': (who = 'a visitor') => `deleted ${who}`,
  'visitor-blocked': (who = 'a visitor') => `blocked ${who}`,
  'visitor-unblocked': (who = 'a visitor') => `unblocked ${who}`,
  'visitor-sessions-ended': (who = 'a visitor') => `ended the sessions of ${who}`,
  'conversation-assigned': () => 'assigned a conversation',
  'conversation-queued': () => 'put a conversation in the queue',
  'conversation-closed': () => 'closed a conversation',
  'conversation-reopened': () => 'reopened a conversation',
  'conversation-deleted': () => 'deleted a conversation',
  'messages-deleted': () => 'deleted messages',
  'integration-made': (name = 'a bot') => `made the integration ${name}`,
  'integration-changed': (name = 'a bot') => `changed the integration ${name}`,
  'integration-removed': (name = 'a bot') => `removed the integration ${name}`,
  'webhook-made': (host = 'a host') => `made a webhook to ${host}`,
  'webhook-changed': (host = 'a host') => `changed the webhook to ${host}`,
  'webhook-removed': (host = 'a host') => `removed the webhook to ${host}`,
  'delivery-repeated': (host = 'a host') => `sent an event to ${host} again`,
};

/** Who did it. */
export const actorWords = ({ kind, name }: AuditRow['actor']): string => {
  if (kind === 'key') return `API key ${name}`;
  return name || (kind === 'desk' ? 'The desk' : 'An agent');
};

/** What was done, as the rest of a sentence. An action of a newer desk is told by its name. */
export const actionWords = ({ action, target }: AuditRow): string => {
  const words = (ACTIONS as Partial<Record<string, (target: string | undefined) => string>>)[action];
  return words ? words(target?.name || undefined) : action.replaceAll('-', ' ');
};
