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

/** A correction by an agent or a program, from what to what. */
const visitorChange = v.object({
  _id: v.string(),
  at: v.number(),
  by: v.string(),
  field: v.picklist(CORRECTED),
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

/** `GET` and `PATCH /users/{appUserId}`; the changes newest first. */
export const personAnswer = v.object({ person: agentPerson, changes: v.array(visitorChange), reach });
export type AgentPersonAnswer = v.InferOutput<typeof personAnswer>;
