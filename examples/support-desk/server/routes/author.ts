import type * as v from 'valibot';
import type { author } from '../http/visitorMessages';
import { DeskError } from '../model/deskError';
import type { Json } from '../model/entities';

type AuthorBody = v.InferOutput<typeof author>;

/** @throws forbidden if the named author is not the signed-in user */
export const checkAuthor = (body: AuthorBody, userId: string): void => {
  if (body.appUserId !== undefined && body.appUserId !== userId) {
    throw new DeskError('forbidden', 'The author must be the visitor who is signed in');
  }
};

/** The origin of a message, stored in every copy of it. */
export const sourceOf = ({ client, sessionId }: AuthorBody): Json => ({
  type: 'web',
  id: client?.id,
  integrationId: client?.integrationId,
  sessionId,
});
