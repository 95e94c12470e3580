import * as v from 'valibot';
import { callAnswer, callsAnswer } from '../../../shared/answers/calls';
import {
  agentConversation,
  conversationsAnswer,
  countsAnswer,
  happeningsAnswer,
  manyAnswer,
  ticketFieldsAnswer,
} from '../../../shared/answers/conversations';
import { acceptedEmailAnswer, refusedEmailsAnswer } from '../../../shared/answers/emails';
import { agentNote, attendingAnswer, notesAnswer } from '../../../shared/answers/work';
import { callAnswerBody } from '../../../shared/bodies/calls';
import { assignBody, closeBody, manyBody, snoozeBody, tagsBody } from '../../../shared/bodies/conversations';
import { attendingBody, noteBody, presenceBody } from '../../../shared/bodies/work';
import type { Operation } from './operation';

const conversation = v.object({ conversation: agentConversation });
const signal = v.looseObject({ type: v.string() });

/** Conversations, notes, emails and voice calls. */
export const CONVERSATION_OPERATIONS = {
  'GET /conversations': {
    summary: 'The conversations of a view, or found by a search',
    query: ['view', 'assignee', 'assigneeId', 'sort', 'tag', 'waits', 'search', 'inbox', 'turn', 'after'],
    answer: conversationsAnswer,
    errors: [409, 429],
  },
  'GET /conversations/:id': { summary: 'One conversation', answer: conversation },
  'POST /conversations/:id/queue': { summary: 'Put it into the queue', answer: conversation },
  'POST /conversations/:id/assign': {
    summary: 'Assign it',
    body: assignBody,
    example: { agentId: 'ben' },
    answer: conversation,
  },
  'POST /conversations/:id/close': {
    summary: 'Close it',
    body: closeBody,
    example: {},
    answer: conversation,
    errors: [409],
  },
  'POST /conversations/:id/reopen': { summary: 'Reopen it', answer: conversation },
  'POST /conversations/:id/snooze': {
    summary: 'Snooze it until a time, or until the visitor writes',
    body: snoozeBody,
    example: {},
    answer: conversation,
    errors: [409],
  },
  'POST /conversations/:id/wake': { summary: 'Wake it', answer: conversation },
  'POST /conversations/:id/tags': {
    summary: 'Add or remove a tag',
    body: tagsBody,
    example: { add: 'vip' },
    answer: conversation,
  },
  'POST /conversations/many': {
    summary: 'Assign, tag, snooze, close or block many at once',
    body: manyBody,
    example: { act: 'tag', tag: 'spam', conversations: [{ id: 'a-conversation' }] },
    answer: manyAnswer,
  },
  'GET /conversations/:id/notes': { summary: "The team's notes", answer: notesAnswer },
  'POST /conversations/:id/notes': {
    summary: 'Write a note',
    body: noteBody,
    example: { text: 'Paid twice', mentions: ['ben'] },
    answer: v.object({ note: agentNote }),
    status: 201,
  },
  'GET /conversation-counts': {
    summary: 'The number of conversations in each view',
    query: ['tag'],
    answer: countsAnswer,
  },
  'POST /conversations/:id/attending': {
    summary: 'Report what an agent does in it',
    body: attendingBody,
    example: { inbox: 'an-inbox', state: 'looking' },
    answer: attendingAnswer,
  },
  'GET /conversations/:id/postbacks': { summary: 'The buttons pressed', answer: happeningsAnswer },
  'GET /conversations/:id/referrals': { summary: 'The campaigns that led here', answer: happeningsAnswer },
  'GET /conversations/:id/changes': { summary: 'Its changes of state', answer: happeningsAnswer },
  'GET /refused-emails': {
    summary: 'The emails that became no message',
    query: ['before'],
    answer: refusedEmailsAnswer,
  },
  'POST /refused-emails/:id/accept': {
    summary: 'Make one a message',
    answer: acceptedEmailAnswer,
    errors: [409, 503],
  },
  'DELETE /refused-emails/:id': { summary: 'Take one off the list' },
  'GET /ticket-fields': { summary: 'The ticket fields of the settings', answer: ticketFieldsAnswer },
  'GET /calls': { summary: 'The voice calls that have not ended', answer: callsAnswer },
  'POST /calls/:id/answer': {
    summary: 'Answer a call',
    body: callAnswerBody,
    example: { name: 'Ada' },
    answer: callAnswer,
    errors: [409],
  },
  'GET /calls/:id/signals': {
    summary: 'Wait for signals of the visitor',
    query: ['after'],
    answer: v.object({ signals: v.array(signal), next: v.number() }),
  },
  'POST /calls/:id/signals': {
    summary: 'Send signals to the visitor; the signal `end` declines a call that rings, for the caller',
    body: v.object({ signals: v.array(signal) }),
    example: { signals: [] },
  },
  'POST /presence': {
    summary: 'Report that an inbox is open',
    body: presenceBody,
    example: { inbox: 'an-inbox', away: false },
  },
} satisfies Record<string, Operation>;
