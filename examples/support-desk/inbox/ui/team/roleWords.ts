import type { Role } from '../../../shared/lists';

/** The name of a role and what it allows. */
export const ROLE_WORDS: Record<Role, { name: string; one: string; may: string }> = {
  agent: { name: 'Agent', one: 'an agent', may: 'Answers visitors. Reads the settings.' },
  admin: { name: 'Admin', one: 'an admin', may: 'Also changes the settings and the team.' },
};
