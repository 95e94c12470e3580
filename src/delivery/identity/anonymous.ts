import type { User } from '../../slices/user';

export type Anonymous = { appUserId: string; sessionToken: string };

/** The anonymous visitor's session; undefined if there is none. */
export const anonymousOf = (user: Pick<User, 'appUserId' | 'auth'>): Anonymous | undefined => {
  const appUserId = user.appUserId.value;
  const auth = user.auth.value;
  if (!appUserId || !auth || auth.type === 'jwt') return undefined;
  return { appUserId, sessionToken: auth.sessionToken };
};
