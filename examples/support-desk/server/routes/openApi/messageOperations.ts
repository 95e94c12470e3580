import * as v from 'valibot';
import { followUpAnswer } from '../../../shared/answers/acts';
import { emailAnswer } from '../../../shared/answers/emails';
import { agentMessage, messagesAnswer, pictureUploadAnswer } from '../../../shared/answers/messages';
import { followUpBody } from '../../../shared/bodies/acts';
import { activityBody } from '../../../shared/bodies/conversations';
import { agentMessageFields, editBody, growthBody } from '../../../shared/bodies/messages';
import type { Operation } from './operation';

const stored = v.object({ messages: v.array(agentMessage) });
const changed = v.object({ message: agentMessage });

/** Messages of a conversation. */
export const MESSAGE_OPERATIONS = {
  'GET /conversations/:id/messages': {
    summary: 'Its messages, ascending',
    query: ['before'],
    answer: messagesAnswer,
  },
  'POST /conversations/:id/messages': {
    summary: 'Send a message',
    body: agentMessageFields,
    example: { type: 'text', text: 'Hello, how can we help?' },
    answer: v.object({ ...stored.entries, followUp: v.optional(followUpAnswer) }),
    status: 201,
    errors: [409, 423],
  },
  'POST /conversations/:id/messages/:messageId/follow-up': {
    summary: 'Do what follows a message of the team',
    body: followUpBody,
    example: { acts: [{ act: 'tag', tag: 'billing' }] },
    answer: followUpAnswer,
  },
  'PATCH /conversations/:id/messages/:messageId': {
    summary: 'Send the next version of a growing answer; for API keys',
    body: growthBody,
    example: { text: 'Hello, how', growing: true },
    answer: changed,
    errors: [409],
  },
  'POST /conversations/:id/messages/:messageId/edit': {
    summary: 'Correct a text that the caller has sent',
    body: editBody,
    example: { text: 'Hello, how can I help?' },
    answer: changed,
    errors: [409],
  },
  'DELETE /conversations/:id/messages/:messageId': {
    summary: 'Delete a message that the caller has sent; visitors read that it was deleted',
    answer: changed,
    errors: [409],
  },
  'GET /conversations/:id/messages/:messageId/email': {
    summary: 'The whole email behind a message',
    answer: emailAnswer,
  },
  'POST /conversations/:id/activity': {
    summary: 'Report typing or reading',
    body: activityBody,
    example: { type: 'typing:start' },
  },
  'POST /conversations/:id/files': {
    summary: 'Send a file, with the other fields of its message as JSON in the part `message`',
    isUpload: true,
    answer: stored,
    status: 201,
    errors: [409, 413, 423, 507],
  },
  'POST /conversations/:id/pictures': {
    summary: 'Upload a picture for an item of a carousel or a list',
    isUpload: true,
    answer: pictureUploadAnswer,
    status: 201,
    errors: [413, 507],
  },
} satisfies Record<string, Operation>;
