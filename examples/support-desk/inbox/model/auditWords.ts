import type { AuditChange, AuditValue } from '../../shared/answers/audit';
import type { OwnAccountBody } from '../../shared/bodies/accounts';
import type { AuditAction } from '../../shared/lists';
import type { AuditRow } from './decodeAccounts';
import { describeBrowser } from './describe';
import type { Labelled } from './people';
import { changeWords } from './settings/changeWords';

/** What was done, after the name of the agent or program. `target` is what was changed; `detail` is the desk's detail. */
type Words = (target: string | undefined, detail: string | undefined) => string;

/** ' as an admin' */
const asRole = (role: string | undefined): string =>
  role === undefined ? '' : ` as ${role === 'admin' ? 'an admin' : `an ${role}`}`;

const after = (detail: string | undefined): string => (detail ? ` ${detail}` : '');

const ACTIONS: Record<AuditAction, Words> = {
  'signed-in': (_, how) => `signed in${after(how)}`,
  'second-factor-failed': () => 'gave a wrong code for the second factor',
  'signed-out': () => 'signed out',
  'session-ended': (_, browser) => {
    const where = describeBrowser(browser);
    return where ? `ended the session in ${where}` : 'ended a session';
  },
  'password-changed': (_, how) => `changed the password${after(how)}`,
  'second-factor-added': () => 'turned the second factor on',
  'second-factor-removed': () => 'turned the second factor off',
  'agent-joined': (_, role) => `joined the team${asRole(role)}`,
  'agent-changed': () => 'changed the account',
  'agent-removed': (who = 'an agent') => `removed ${who} from the team`,
  'role-changed': (who = 'an agent') => `changed the role of ${who}`,
  'reset-link-made': (who = 'an agent') => `made a link for a new password of ${who}`,
  'password-forgotten': (who = 'an agent') =>
    `sent ${who} a link for a new password, as somebody asked for one`,
  'invitation-made': (who, role) => `${who ? `invited ${who}` : 'made an invitation'}${asRole(role)}`,
  'invitation-withdrawn': (who) => (who ? `withdrew the invitation of ${who}` : 'withdrew an invitation'),
  'invitation-renewed': (who) => (who ? `invited ${who} again` : 'made a new link for an invitation'),
  'key-made': (name) => (name ? `made the API key ${name}` : 'made an API key'),
  'key-removed': (name, why) =>
    `${name ? `removed the API key ${name}` : 'removed an API key'}${why ? `, ${why}` : ''}`,
  'settings-saved': () => 'saved the settings',
  'settings-restored': () => 'brought earlier settings back',
  'signing-key-made': (name) => (name ? `made the signing key ${name}` : 'made a signing key'),
  'signing-key-removed': (name) => (name ? `removed the signing key ${name}` : 'removed a signing key'),
  'email-links-ended': () => 'ended all links in emails',
  'visitor-exported': (who = 'a visitor') => `exported the data of ${who}`,
  'visitor-deleted': (who = 'a visitor') => `deleted ${who}`,
  'visitor-corrected': (who = 'a visitor', what) => `corrected ${what || 'the name'} of ${who}`,
  'visitor-merged': (who = 'a visitor', id) => `merged the visitor ${id ?? ''} into ${who}`,
  'visitor-separated': (who = 'a visitor', id) => `separated the visitor ${id ?? ''} from ${who}`,
  'visitor-note-changed': (who = 'a visitor') => `changed a note about ${who}`,
  'visitor-note-removed': (who = 'a visitor') => `removed a note about ${who}`,
  'visitor-blocked': (who = 'a visitor') => `blocked ${who}`,
  'visitor-unblocked': (who = 'a visitor') => `unblocked ${who}`,
  'visitor-sessions-ended': (who = 'a visitor') => `ended the sessions of ${who}`,
  'conversation-assigned': () => 'assigned a conversation',
  'conversation-queued': () => 'put a conversation in the queue',
  'conversation-closed': () => 'closed a conversation',
  'conversation-reopened': () => 'reopened a conversation',
  'conversation-snoozed': () => 'snoozed a conversation',
  'conversation-woke': () => 'woke a conversation',
  'conversation-deleted': () => 'deleted a conversation',
  'conversations-expired': (_, count) =>
    `automatically deleted ${count === '1' ? 'a closed conversation' : `${count ?? 'some'} closed conversations`} that ${count === '1' ? 'was' : 'were'} kept long enough`,
  'messages-deleted': (_, count) =>
    count === '1' ? 'deleted a message' : `deleted ${count ? `${count} messages` : 'messages'}`,
  'message-edited': () => 'edited one of their messages',
  'message-deleted': () => 'deleted one of their messages',
  'integration-made': (name = 'a bot') => `made the integration ${name}`,
  'integration-changed': (name = 'a bot') => `changed the integration ${name}`,
  'integration-removed': (name = 'a bot') => `removed the integration ${name}`,
  'webhook-made': (host = 'a host') => `made a webhook to ${host}`,
  'webhook-changed': (host = 'a host') => `changed the webhook to ${host}`,
  'webhook-removed': (host = 'a host') => `removed the webhook to ${host}`,
  'delivery-repeated': (host = 'a host') => `sent an event to ${host} again`,
  'view-made': (name = 'a view') => `made the team’s view ${name}`,
  'view-changed': (name = 'a view') => `changed the team’s view ${name}`,
  'view-removed': (name = 'a view') => `removed the team’s view ${name}`,
  'email-accepted': () => 'accepted an email that was not taken',
  'email-dismissed': () => 'removed an email from those not taken',
};

/** The meanings of details that the words above leave out. Entries of older desks have details but no changes. */
const DETAILS: Partial<Record<AuditAction, (detail: string) => string>> = {
  'agent-changed': (what) => (what.includes(',') ? `Changed: ${what}` : `${fieldName(what)} changed`),
  'role-changed': (role) => `Role: ${role}`,
  'key-made': (scopes) => `For ${scopes}`,
  'settings-restored': (version) => `Those of ${version}`,
  'conversation-assigned': (who) => `Assignee: ${who}`,
  'integration-changed': (what) => `Changed: ${what}`,
  'webhook-made': (triggers) => `For ${triggers}`,
  'webhook-changed': (what) => `Changed: ${what}`,
  'delivery-repeated': (event) => `Event: ${event}`,
};

/** What agents change about themselves. The log has no alerts, and calls `avatarUrl` the picture. */
const OWN: Record<Exclude<keyof OwnAccountBody, 'password' | 'alerts' | 'avatarUrl'> | 'picture', string> = {
  name: 'Name',
  email: 'Email address',
  picture: 'Picture',
};

/** The fields of changes. All others are settings. */
const FIELDS: Readonly<Record<string, string>> = {
  ...OWN,
  assignee: 'Assignee',
  role: 'Role',
  displayName: 'Shown name',
  answersFirst: 'Answers first',
  hearsAll: 'Hears all conversations',
  target: 'Address',
  triggers: 'Events',
  includeFullUser: 'Sends all of the visitor',
  includeFullSource: 'Sends all of the source',
  view: 'Shows',
  tag: 'Tag',
  waits: 'Waits at least, in seconds',
  search: 'Search',
  sort: 'Order',
};

const fieldName = (what: string): string => FIELDS[what] ?? what;

/** Who did it. @param team tells apart agents with the same name now */
export const actorWords = (
  { kind, id, name }: AuditRow['actor'],
  team: readonly Labelled<{ id: string; name: string }>[],
): string => {
  if (kind === 'key') return `API key ${name}`;
  const member = team.find((one) => one.id === id && one.name === name);
  if (member) return member.label;
  return name || (kind === 'desk' ? 'The desk' : 'An agent');
};

const isKnown = (action: string): action is AuditAction => Object.hasOwn(ACTIONS, action);

/** What was done, as the rest of a sentence. An unknown action is shown by its name. */
export const actionWords = ({ action, target, detail }: AuditRow): string =>
  isKnown(action) ? ACTIONS[action](target?.name || undefined, detail) : action.replaceAll('-', ' ');

const valueWords = (what: string, value: AuditValue | undefined): string => {
  if (value === true) return 'on';
  if (value === false) return 'off';
  if (value === undefined || value === '') return what === 'assignee' ? 'nobody' : 'nothing';
  return String(value);
};

/** 'Assignee: from Ben to nobody' */
const fieldChange = ({ what, from, to }: AuditChange): string =>
  `${fieldName(what)}: from ${valueWords(what, from)} to ${valueWords(what, to)}`;

/** The old and new values, and other details: one line each. */
export const auditLines = ({ action, detail, changes }: AuditRow): string[] => {
  const isSettings = action.startsWith('settings-');
  const lines = changes.map((change) =>
    isSettings
      ? changeWords({ path: change.what, before: change.from, after: change.to })
      : fieldChange(change),
  );
  if (!detail || (lines.length > 0 && !isSettings)) return lines;
  if (!isKnown(action)) return [detail, ...lines];
  const words = DETAILS[action]?.(detail);
  return words ? [words, ...lines] : lines;
};
