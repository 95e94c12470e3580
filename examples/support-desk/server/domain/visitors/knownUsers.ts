import { DeskError, noVisitor } from '../../model/deskError';
import type { Json, Profile, User } from '../../model/entities';
import type { Deps } from '../deps';
import { mergeWithin } from './merge';

/** A program's data about a visitor. `null` removes a field. */
type KnownProfile = { [K in 'givenName' | 'surname' | 'email' | 'avatarUrl']?: string | null };

type KnownUser = { profile?: KnownProfile; locale?: string | null; metadata?: Json };

const profileAfter = (before: Profile, change: KnownProfile = {}): Profile => {
  // A login has a single name.
  const begun = { givenName: before.surname === undefined ? before.name : undefined, ...before };
  const merged = { ...begun, ...change };
  const { email } = change;
  const { emailVerified, ...kept } = Object.fromEntries(
    Object.entries(merged).filter(([, value]) => value !== null && value !== undefined),
  ) as Profile;
  const name = [kept.givenName, kept.surname].filter(Boolean).join(' ');
  return {
    ...kept,
    name: name === '' ? undefined : name,
    // The business knows the address that it provides.
    ...(email === undefined && emailVerified !== undefined ? { emailVerified } : {}),
  };
};

/** Creates the visitor of an external id. @throws conflict if there is one */
export const createKnownUser = (
  deps: Deps,
  externalId: string,
  { profile, locale, metadata }: KnownUser,
): Promise<User> =>
  deps.store.transaction(async (tx) => {
    const user: User = {
      id: deps.newId(),
      referenceId: null,
      externalId,
      profile: profileAfter({}, profile),
      locale: locale ?? null,
      conversationStarted: false,
      properties: metadata ?? {},
      clients: [],
      pendingClients: [],
      blockedAt: null,
      corrections: {},
      mergedInto: null,
      createdAt: deps.now(),
    };
    if (!(await tx.insertUser(user))) throw new DeskError('conflict', 'A user has this externalId');
    return user;
  });

/** Changes the given fields and keeps the rest; metadata is merged by name. @throws not_found */
export const changeKnownUser = (
  deps: Deps,
  userId: string,
  { profile, locale, metadata }: KnownUser,
): Promise<User> =>
  deps.store.transaction(async (tx) => {
    const user = await tx.lockUser(userId);
    if (!user) throw noVisitor();
    const fields = {
      profile: profileAfter(user.profile, profile),
      locale: locale === undefined ? user.locale : locale,
      properties: mergeWithin(user.properties, metadata, 'metadata'),
    };
    await tx.updateUser(userId, fields);
    return { ...user, ...fields };
  });
