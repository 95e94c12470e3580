import type { Json, User } from '../../model/entities';
import { iso } from './times';

/** A visitor, embedded in another object. */
export const userRef = ({ id, externalId }: User): Json => ({ id, externalId: externalId ?? undefined });

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The visitor's browsers and channels, newest first. */
export const clientsView = ({ clients }: User): Json[] =>
  clients.map((client) => ({
    id: textOf(client.id),
    type: textOf(client.platform),
    status: 'active',
    integrationId: textOf(client.integrationId),
    displayName: textOf(client.displayName),
    lastSeen: textOf(client.lastSeen),
    linkedAt: textOf(client.linkedAt),
  }));

/** A visitor of the desk in the API's format. */
export const userView = (user: User): Json => {
  const { name, givenName, surname, email, avatarUrl } = user.profile;
  return {
    ...userRef(user),
    signedUpAt: iso(user.createdAt),
    profile: {
      givenName: givenName ?? (surname === undefined ? name : undefined),
      surname,
      email,
      avatarUrl,
      locale: user.locale ?? undefined,
    },
    metadata: user.properties,
    authenticated: user.externalId !== null,
  };
};
