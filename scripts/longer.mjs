/** Files and functions over the limits of `check-lengths.mjs`, with their exact lengths, so that none may grow by a line. */

/**
 * `function` are the lines without the named functions inside, `whole` those with them, `lets` how many names it
 * reassigns. A figure within the limit is left out.
 * @typedef {{ function?: number, whole?: number, lets?: number }} LongFunction
 * @typedef {object} Longer
 * @property {string} path
 * @property {number} [file] the file's lines
 * @property {Record<string, LongFunction>} [functions]
 * @property {string} why
 */

const INBOX = 'examples/support-desk/inbox';
const SERVER = 'examples/support-desk/server';
const BUDGET = 'divided, it put a row over its size budget (`npx size-limit`)';

/** @type {readonly Longer[]} */
export const LONGER = [
  { path: 'src/model/messageLog.ts', functions: { createLog: { lets: 11 } }, why: BUDGET },
  { path: 'src/loader/boot.ts', functions: { boot: { whole: 134 } }, why: BUDGET },
  { path: 'src/slices/user.ts', functions: { createUser: { whole: 130 } }, why: BUDGET },
  {
    path: 'src/delivery/receiving/stayConnected.ts',
    functions: { createConnectionKeeper: { whole: 151 } },
    why: BUDGET,
  },
  {
    path: `${INBOX}/services/api.ts`,
    file: 267,
    functions: { createApi: { whole: 146 } },
    why: 'each call of the agent API has its lines in the type and in the client',
  },
  { path: `${INBOX}/services/live.ts`, file: 201, why: 'a connection and what opens it again' },
  {
    path: `${INBOX}/state/conversations/conversations.ts`,
    file: 204,
    functions: { createConversations: { whole: 148 } },
    why: 'a row and its unread count change together',
  },
  {
    path: `${INBOX}/state/conversations/listing.ts`,
    file: 206,
    functions: { createListing: { whole: 148 } },
    why: 'another view, search or order ends the request for the one before',
  },
  {
    path: `${INBOX}/state/inbox.ts`,
    functions: { createInbox: { function: 92 } },
    why: 'puts the parts of the inbox together',
  },
  {
    path: `${INBOX}/state/settings/settings.ts`,
    file: 277,
    functions: { createSettings: { whole: 196 } },
    why: 'changes, conflicts and saving share one form',
  },
  {
    path: `${INBOX}/state/workspace.ts`,
    file: 292,
    functions: { createWorkspace: { function: 145, whole: 236 } },
    why: 'puts the parts of a signed-in agent together',
  },
  {
    path: `${SERVER}/domain/voice/calls.ts`,
    file: 229,
    functions: { createCalls: { whole: 167 } },
    why: 'all steps of a call change one record',
  },
  { path: `${SERVER}/http/rates.ts`, file: 204, why: 'the type describes each limit' },
  {
    path: `${SERVER}/realtime/bayeux.ts`,
    file: 243,
    functions: { createBayeux: { whole: 172 } },
    why: 'the callbacks of Faye share its server',
  },
  {
    path: `${SERVER}/start/start.ts`,
    file: 299,
    functions: { startDesk: { function: 147, whole: 164 } },
    why: 'opens everything in order, and closes it if a step fails',
  },
];
