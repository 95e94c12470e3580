import * as v from 'valibot';
import { webAddress } from '../../shared/bodies/parts';
import { DeskError } from '../model/deskError';
import type { User } from '../model/entities';
import { displayName } from './fields';

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(1024));

/** The author in the API's format. */
export const author = v.object({
  type: v.picklist(['user', 'business']),
  userId: v.optional(id),
  userExternalId: v.optional(id),
  displayName: v.optional(displayName),
  avatarUrl: v.optional(webAddress),
  subtypes: v.optional(v.pipe(v.array(v.picklist(['AI', 'bot', 'agent', 'activity'])), v.maxLength(4))),
});

export type Author = v.InferOutput<typeof author>;

/** Refuses an author who is not the conversation's visitor. @throws bad_request, forbidden */
export const checkUser = ({ userId, userExternalId }: Author, user: User): void => {
  if (userId === undefined && userExternalId === undefined)
    throw new DeskError('bad_request', 'author: must have userId or userExternalId');
  const isOther =
    (userId !== undefined && userId !== user.id) ||
    (userExternalId !== undefined && userExternalId !== user.externalId);
  if (isOther) throw new DeskError('forbidden', 'author: this user does not take part in the conversation');
};
