import * as v from 'valibot';
import { CORRECTED } from '../lists';
import { agentMessage } from './messages';

/** The answers about conversations. Times are float seconds. */

/** A channel that a visitor has linked; `id` is that of their account there. */
const agentChannel = v.object({
  id: v.string(),
  type: v.string(),
  displayName: v.optional(v.string()),
});
export type AgentChannel = v.InferOutput<typeof agentChannel>;

/** The visitor's rating, after the end. */
const agentRating = v.object({
  score: v.picklist(['good', 'bad']),
  comment: v.optional(v.string()),
  at: v.number(),
});
export type AgentRating = v.InferOutput<typeof agentRating>;

/**
 * The source of a visitor's name. `login`: a signed token has it. `page`: the visitor's browser set it, which anyone can
 * do. `desk`: the desk generated it, because the visitor gave none. `agent`: an agent typed it.
 */
export const nameFrom = v.picklist(['login', 'page', 'desk', 'agent']);

/**
 * What an agent typed instead of what a login, the page or the visitor states. Both are here: `stated` is what they state now,
 * and `counts` whether the correction is used: a login counts more.
 */
const correction = v.object({
  field: v.picklist(CORRECTED),
  value: v.string(),
  stated: v.optional(v.string()),
  statedBy: v.picklist(['login', 'page', 'visitor']),
  counts: v.boolean(),
  by: v.string(),
  at: v.number(),
});
export type AgentCorrection = v.InferOutput<typeof correction>;

export const conversationVisitor = v.object({
  appUserId: v.string(),
  /** Whether an agent has blocked them. */
  blocked: v.optional(v.literal(true)),
  /** In a conversation of a merged visitor: that visitor, and the address of the one that agents see instead. */
  merged: v.optional(
    v.object({ appUserId: v.string(), displayName: v.string(), email: v.optional(v.string()) }),
  ),
  /** The external id of a logged-in visitor. */
  externalId: v.optional(v.string()),
  email: v.optional(v.string()),
  /** Whether a signed token proves that the address is theirs. A visitor may also have written it in the form. */
  emailVerified: v.optional(v.boolean()),
  corrections: v.optional(v.array(correction)),
  /** Channels that also receive the answers. `POST /users/{appUserId}/clients/{id}/unlink` unlinks one. */
  channels: v.optional(v.array(agentChannel)),
  locale: v.optional(v.string()),
  userAgent: v.optional(v.string()),
  currentUrl: v.optional(v.string()),
  currentTitle: v.optional(v.string()),
  referrer: v.optional(v.string()),
  /** What the page has set for the visitor and the conversation, which is not proven. The list leaves it out. */
  properties: v.optional(v.array(v.object({ name: v.string(), value: v.unknown() }))),
});

/** One row of the inbox. */
export const agentConversation = v.object({
  _id: v.string(),
  displayName: v.string(),
  nameFrom,
  status: v.picklist(['active', 'idle']),
  tags: v.array(v.string()),
  /** The ticket fields that the page has set. `AgentTicketFieldsAnswer` has their names. */
  fields: v.array(v.object({ id: v.string(), value: v.unknown() })),
  /** Absent when it is neither queued nor assigned. */
  routingStatus: v.optional(v.picklist(['queued', 'assigned'])),
  /** The name of the assigned agent, and their id if they have an account. */
  assignee: v.optional(v.string()),
  assigneeId: v.optional(v.string()),
  /** Whether the assignee is an integration, such as a bot. */
  isHandledByBot: v.optional(v.boolean()),
  /** The ids of the agents that a note mentions and who have not read it. */
  mentioned: v.optional(v.array(v.string())),
  /** The ids of all agents that notes mention. */
  mentions: v.optional(v.array(v.string())),
  /** Whether it is snoozed, and until when; without `until`, until the visitor writes. */
  snoozed: v.optional(v.object({ until: v.optional(v.number()) })),
  /** Since when the visitor has been waiting for an answer, if they wait and it is open. */
  waitingSince: v.optional(v.number()),
  /** When they called in this time and nobody took the call, the last time. */
  missedCallAt: v.optional(v.number()),
  createdAt: v.number(),
  lastUpdatedAt: v.number(),
  /** Visitor messages newer than the agents' reading position. */
  unreadCount: v.number(),
  /** How far the agents have read. */
  businessLastRead: v.optional(v.number()),
  /** How far the visitor has read. */
  visitorLastRead: v.optional(v.number()),
  /** `received` of the team's newest message that reached the visitor's browser. */
  visitorDelivered: v.optional(v.number()),
  /** When it joined the queue, if it is queued. */
  queuedAt: v.optional(v.number()),
  lastMessage: v.optional(agentMessage),
  rating: v.optional(agentRating),
  /** In search results: the newest message that contains the words, if any. */
  match: v.optional(agentMessage),
  /** In search results: the text of the newest note that contains the words, if any. */
  matchedNote: v.optional(v.string()),
  visitor: conversationVisitor,
});
export type AgentConversation = v.InferOutput<typeof agentConversation>;

/**
 * `GET /conversations[?view=][&assignee=][&assigneeId=][&sort=waiting][&tag=][&waits=][&search=[&inbox=&turn=]][&after=]`,
 * newest first; with `sort=waiting` the longest wait for an answer first. The view 'open' has what is neither closed nor snoozed;
 * 'unassigned' has the part without an assignee; 'queued' begins with the longest wait in the queue; 'assigned' has
 * those of the agent with this name or id; `assigneeId` also limits other views; `waits` limits them to visitors who
 * have waited for an answer at least so many seconds; 'snoozed' has what sleeps; 'mentions', which is only for agents, has open and closed ones in which a note
 * mentions the agent who asks. Conversations of blocked visitors are only in 'blocked', 'mentions', and in the list
 * without a view. A page has 200 conversations. `search` looks in messages, notes, names, email addresses, tags, and the
 * addresses and titles of the visitor's last page, and returns 50 a page. With `inbox`, an id of the caller's choice, it cancels the previous search of this inbox (409 `conflict`);
 * `turn` counts the searches. `after` is the `next` of the previous page; the last page has none.
 */
export const conversationsAnswer = v.object({
  conversations: v.array(agentConversation),
  hasMore: v.boolean(),
  next: v.optional(v.string()),
});
export type AgentConversationsAnswer = v.InferOutput<typeof conversationsAnswer>;

export type AgentInboxView =
  | 'open'
  | 'unassigned'
  | 'queued'
  | 'assigned'
  | 'snoozed'
  | 'closed'
  | 'blocked'
  | 'mentions';

/** `GET /users/{appUserId}/conversations`: the newest 50 of a visitor, newest first. */
export const visitorConversationsAnswer = v.object({ conversations: v.array(agentConversation) });
export type VisitorConversationsAnswer = v.InferOutput<typeof visitorConversationsAnswer>;

/** `POST /conversations/many`: a result for each conversation, its new state or why it is refused. */
export const manyAnswer = v.object({
  results: v.array(
    v.object({
      id: v.string(),
      conversation: v.optional(agentConversation),
      error: v.optional(v.object({ code: v.string(), description: v.string() })),
    }),
  ),
});
export type AgentManyAnswer = v.InferOutput<typeof manyAnswer>;

/**
 * `GET /conversation-counts[?tag=]`: the number of conversations in each view; `mine` and `mentions` are for the agent who
 * asks, and `mentions` has those with a note that they have not read. At most 1,000 closed ones are counted; `moreClosed`
 * means that there are more.
 */
export const countsAnswer = v.object({
  unassigned: v.number(),
  mine: v.number(),
  mentions: v.number(),
  open: v.number(),
  snoozed: v.number(),
  closed: v.number(),
  moreClosed: v.boolean(),
  /** Of saved views, by id. Those with a search, of closed or of blocked ones are not counted. */
  views: v.record(v.string(), v.number()),
  /** Refused emails, and those that an admin can still accept. */
  refusedEmails: v.object({ all: v.number(), acceptable: v.number() }),
});
export type AgentCountsAnswer = v.InferOutput<typeof countsAnswer>;

/** `GET /ticket-fields`: the ticket fields of the settings. */
export const ticketFieldsAnswer = v.object({
  fields: v.array(v.object({ id: v.string(), title: v.string() })),
});
export type AgentTicketFieldsAnswer = v.InferOutput<typeof ticketFieldsAnswer>;

/**
 * An event that is not a message. A postback has actionId, messageId, text and payload of the pressed button. A referral has
 * the signedCampaignData that led to the conversation. A change has `what` (assigned, queued, snoozed, woke, closed,
 * reopened, ended or rated by the visitor, callMissed, callTaken by the
 * `assignee`). 'assigned' has the `assignee`, and `why` the desk did it: 'reply' by their answer, 'turn' by
 * their turn; 'snoozed' has `until`, if there is a time; 'woke' has `why`: time, visitor or removed.
 */
const agentHappening = v.looseObject({ _id: v.string(), createdAt: v.number() });
export type AgentHappening = v.InferOutput<typeof agentHappening>;

/** `GET /conversations/{id}/postbacks` and `…/referrals` (newest 50), `…/changes` (newest 500), newest first. */
export const happeningsAnswer = v.object({ happenings: v.array(agentHappening) });
export type AgentHappeningsAnswer = v.InferOutput<typeof happeningsAnswer>;
