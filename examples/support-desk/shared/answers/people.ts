import * as v from 'valibot';
import { CORRECTED } from '../lists';
import { conversationVisitor, nameFrom } from './conversations';

/** The answers about visitors, with or without conversations. Times are float seconds. */

/** A visitor. The list leaves out `visitor.properties`. */
const agentPerson = v.object({
  displayName: v.string(),
  nameFrom,
  /** A phone number that the page has set or an agent typed, which is not proven. */
  phone: v.optional(v.string()),
  createdAt: v.number(),
  /** When one of their browsers or channels was last in use. */
  lastSeen: v.optional(v.number()),
  /** How many browsers and channels they use. */
  devices: v.number(),
  visitor: conversationVisitor,
  /** In search results: whom agents see instead, since this visitor was merged into them. */
  partOf: v.optional(v.object({ appUserId: v.string(), displayName: v.string() })),
});
export type AgentPerson = v.InferOutput<typeof agentPerson>;

/**
 * `GET /users[?search=][&after=]`: all visitors, the newest first, 50 a page. `search` looks in names, email addresses, phone
 * numbers and external ids. `after` is the `next` of the previous page; the last page has none.
 */
export const peopleAnswer = v.object({ people: v.array(agentPerson), next: v.optional(v.string()) });
export type AgentPeopleAnswer = v.InferOutput<typeof peopleAnswer>;

/**
 * A note of the team about a visitor, which visitors never get. `author` has no id for a program. `editedAt` is when its text
 * was last changed.
 */
const visitorNote = v.object({
  _id: v.string(),
  createdAt: v.number(),
  editedAt: v.optional(v.number()),
  text: v.string(),
  author: v.object({ id: v.optional(v.string()), name: v.string() }),
});
export type AgentVisitorNote = v.InferOutput<typeof visitorNote>;

/** `GET /users/{appUserId}/notes`, oldest first. */
export const visitorNotesAnswer = v.object({ notes: v.array(visitorNote) });
export type AgentVisitorNotesAnswer = v.InferOutput<typeof visitorNotesAnswer>;

/** `POST /users/{appUserId}/notes`, `PATCH …/{noteId}`. */
export const visitorNoteAnswer = v.object({ note: visitorNote });
export type AgentVisitorNoteAnswer = v.InferOutput<typeof visitorNoteAnswer>;

/**
 * What an agent or a program did: a correction, from what to what; or a visitor called `to` was merged into this one, or
 * separated again.
 */
const visitorChange = v.object({
  _id: v.string(),
  at: v.number(),
  by: v.string(),
  field: v.picklist([...CORRECTED, 'merged', 'separated']),
  from: v.optional(v.string()),
  to: v.optional(v.string()),
});
export type AgentVisitorChange = v.InferOutput<typeof visitorChange>;

/**
 * How a message that an agent begins reaches a visitor: in how many browsers and channels, `atLogin` whether a login shows it, and
 * to which address an email goes if it is unread after so many seconds.
 */
const reach = v.object({
  browsers: v.number(),
  channels: v.number(),
  atLogin: v.boolean(),
  email: v.optional(v.object({ address: v.string(), verified: v.boolean(), after: v.number() })),
});
export type AgentReach = v.InferOutput<typeof reach>;

/** A visitor merged into another, as they are on their own; when, and by whom. */
const mergedVisitor = v.object({
  person: agentPerson,
  at: v.optional(v.number()),
  by: v.optional(v.string()),
});
export type AgentMergedVisitor = v.InferOutput<typeof mergedVisitor>;

/**
 * `GET` and `PATCH /users/{appUserId}`, and the answer to a merge and to its end; the changes newest first. `sameAddress` is how
 * many other visitors have the same email address; over 20 are not counted.
 */
export const personAnswer = v.object({
  person: agentPerson,
  changes: v.array(visitorChange),
  reach,
  merged: v.array(mergedVisitor),
  sameAddress: v.number(),
});
export type AgentPersonAnswer = v.InferOutput<typeof personAnswer>;

/** One of two visitors, with who is merged into them; `browsers` is in how many they read their conversations. */
const mergeSide = v.object({
  person: agentPerson,
  merged: v.number(),
  browsers: v.number(),
  conversations: v.number(),
  notes: v.number(),
});
export type AgentMergeSide = v.InferOutput<typeof mergeSide>;

/**
 * `GET /users/{appUserId}/merge/{otherId}`: what merging these two would do. `kept` is the visitor that agents see
 * afterwards: the one who signed in, else the one who is known better or longer. `refused` is why it cannot be done.
 */
export const mergeAnswer = v.object({ kept: mergeSide, other: mergeSide, refused: v.optional(v.string()) });
export type AgentMergeAnswer = v.InferOutput<typeof mergeAnswer>;
