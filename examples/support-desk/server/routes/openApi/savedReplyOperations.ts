import * as v from 'valibot';
import { savedFile } from '../../../shared/answers/acts';
import { savedRepliesAnswer, savedReply } from '../../../shared/answers/work';
import { savedReplyBody } from '../../../shared/bodies/work';
import type { Operation } from './operation';

const reply = v.object({ reply: savedReply });

/** Saved replies and their files. */
export const SAVED_REPLY_OPERATIONS = {
  'GET /saved-replies': { summary: 'The saved replies', answer: savedRepliesAnswer },
  'POST /saved-replies': {
    summary: 'Save a reply',
    body: savedReplyBody,
    example: { shortcut: 'thanks', text: 'Thank you!' },
    answer: reply,
    status: 201,
    errors: [409],
  },
  'POST /saved-replies/:id': {
    summary: 'Change a saved reply',
    body: savedReplyBody,
    example: { shortcut: 'thanks', text: 'Many thanks!' },
    answer: reply,
    errors: [409],
  },
  'POST /saved-replies/:id/delete': { summary: 'Delete a saved reply' },
  'POST /saved-reply-files': {
    summary: 'Upload a file for saved replies',
    isUpload: true,
    answer: v.object({ file: savedFile }),
    status: 201,
    errors: [413, 507],
  },
} satisfies Record<string, Operation>;
