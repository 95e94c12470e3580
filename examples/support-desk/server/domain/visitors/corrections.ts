import type { Profile, User } from '../../model/entities';
import type { CorrectedField } from '../../model/visitorEntities';

export type Known = Pick<User, 'profile' | 'properties' | 'corrections'>;

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Whether a signed login, or a program, states the address. */
const isSigned = ({ email, emailVerified }: Profile): boolean =>
  email !== undefined && emailVerified !== false;

/** Whether emails go to the corrected address: it is then the address of the profile. */
const usesCorrected = ({ profile, corrections }: Known): boolean =>
  !isSigned(profile) && corrections.email !== undefined && profile.email === corrections.email.value;

/** What the login, the page or the visitor states now. */
export const statedOf = (user: Known, field: CorrectedField): string | undefined => {
  const { profile, properties, corrections } = user;
  if (field === 'name') return profile.name ?? text(properties.name);
  if (field === 'phone') return text(properties.phone);
  return usesCorrected(user) ? corrections.email?.was : profile.email;
};

/** Who states it. */
export const statedBy = ({ profile }: Known, field: CorrectedField): 'login' | 'page' | 'visitor' => {
  if (field === 'email') return isSigned(profile) ? 'login' : 'visitor';
  return field === 'name' && profile.name ? 'login' : 'page';
};

/**
 * Whether a correction is used. A correction of a name holds until a login states another name than it replaced, because a
 * login is proven; a page cannot end it. That of an address holds while no login states one, and until the visitor gives
 * another. That of a phone number always holds: nobody proves one.
 */
export const counts = (user: Known, field: CorrectedField): boolean => {
  if (field === 'email') return usesCorrected(user);
  const { name } = user.profile;
  return field === 'phone' || !name || name === user.corrections.name?.was;
};

/** The corrected value, if it is used. */
export const correctedOf = (user: Known, field: CorrectedField): string | undefined =>
  counts(user, field) ? user.corrections[field]?.value : undefined;

/** The address of a profile after a correction; it is never proven. An address of a login stays. */
export const withAddress = (profile: Profile, email: string | undefined): Profile => {
  if (isSigned(profile)) return profile;
  const { email: _, emailVerified: __, emailUsed: ___, ...rest } = profile;
  return email === undefined ? rest : { ...rest, email, emailVerified: false };
};
