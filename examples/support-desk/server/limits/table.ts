/**
 * The key of a limit's count. `address`: the network address, which an office shares. `visitor`: the credential,
 * before it is checked. `agent`: the agent or the API key, once proven. `account`: the email of an agent's account.
 * `conversation`: all who take part in it. `receiver`: the receiver's email address, hashed. `app`: everybody together.
 */
type LimitKey = 'address' | 'visitor' | 'agent' | 'account' | 'conversation' | 'receiver' | 'app';

/** At most `points` in `seconds`. */
export type Limit = { points: number; seconds: number; key: LimitKey };

/**
 * The limits, by name. Those by address leave room for an office of a few hundred people. Most periods are short,
 * because a refused client waits until the end, or for five minutes. `limits` in the settings changes the numbers.
 */
export const LIMITS = {
  /** All calls of a visitor's page except the live ones. */
  requests: { points: 2000, seconds: 20, key: 'address' },
  /** New visitors. */
  visitors: { points: 100, seconds: 30, key: 'address' },
  allVisitors: { points: 3000, seconds: 60, key: 'app' },
  /** Logins of visitors, and links of emails. */
  signIns: { points: 100, seconds: 30, key: 'address' },
  /** Wrong API keys and tickets. */
  wrongTokens: { points: 100, seconds: 300, key: 'address' },
  /** Sign-ins of agents, codes, and uses of links. */
  agentSignIns: { points: 30, seconds: 60, key: 'address' },
  /** Wrong passwords and codes for one email, from all addresses. */
  wrongPasswords: { points: 10, seconds: 300, key: 'account' },
  /** Requests for a link by agents who forgot the password. */
  passwordRequests: { points: 10, seconds: 600, key: 'address' },
  /** Emails with such a link, and with an invitation. */
  passwordMails: { points: 3, seconds: 3600, key: 'receiver' },
  invitationMails: { points: 5, seconds: 3600, key: 'receiver' },
  /** Messages, pressed buttons and new conversations. */
  messages: { points: 60, seconds: 60, key: 'visitor' },
  addressMessages: { points: 300, seconds: 30, key: 'address' },
  /** Visitors' texts stored in the database, in kB. */
  addressText: { points: 200_000, seconds: 86_400, key: 'address' },
  /** Typing and read events. */
  activities: { points: 120, seconds: 60, key: 'visitor' },
  addressActivities: { points: 300, seconds: 30, key: 'address' },
  /** Transcripts by email. */
  transcripts: { points: 2, seconds: 30, key: 'visitor' },
  addressTranscripts: { points: 30, seconds: 3600, key: 'address' },
  allTranscripts: { points: 300, seconds: 3600, key: 'app' },
  /** Addresses that visitors enter in the desk's form. */
  addressEmails: { points: 30, seconds: 600, key: 'address' },
  /**
   * Transcripts and answers to an address that nobody has answered from. Transcripts requested by strangers do not
   * block answers.
   */
  receiverTranscripts: { points: 5, seconds: 86_400, key: 'receiver' },
  receiverMails: { points: 10, seconds: 86_400, key: 'receiver' },
  /** Answers to such addresses. */
  allAnswers: { points: 600, seconds: 3600, key: 'app' },
  /** Emails that notify the team of one waiting visitor, and those of all. */
  teamMails: { points: 100, seconds: 3600, key: 'app' },
  teamDigests: { points: 1, seconds: 600, key: 'app' },
  /** Page views, events and errors. */
  reports: { points: 300, seconds: 30, key: 'address' },
  /** Files of visitors. */
  uploads: { points: 30, seconds: 60, key: 'visitor' },
  addressUploads: { points: 60, seconds: 60, key: 'address' },
  /** Voice calls, and their signals. */
  calls: { points: 10, seconds: 60, key: 'visitor' },
  addressCalls: { points: 60, seconds: 300, key: 'address' },
  signals: { points: 300, seconds: 60, key: 'visitor' },
  addressSignals: { points: 3000, seconds: 60, key: 'address' },
  /** Bayeux handshakes of visitors and agents, and subscriptions; those of agents count by account. */
  handshakes: { points: 300, seconds: 30, key: 'address' },
  subscriptions: { points: 300, seconds: 30, key: 'address' },
  /** Calls of programs, each counted by its API key. */
  integrationCalls: { points: 1200, seconds: 60, key: 'visitor' },
  addressIntegrationCalls: { points: 6000, seconds: 60, key: 'address' },
  /** Email replies. */
  mails: { points: 30, seconds: 300, key: 'conversation' },
  /** Searches of the inbox. */
  searches: { points: 300, seconds: 60, key: 'agent' },
  /** Changes of the browsers that get push messages, and tests of them. */
  pushChanges: { points: 30, seconds: 60, key: 'agent' },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

export const LIMIT_NAMES = Object.keys(LIMITS) as LimitName[];

/** How many websockets and event streams one address may have open, and one agent anywhere. */
export const SOCKETS = 200;

/** How many browsers of one agent get push messages. */
export const PUSH_BROWSERS = 20;
