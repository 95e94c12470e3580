import * as v from 'valibot';
import { PASSWORD_LENGTH } from '../accountFields';
import { ALERT_WISHES, DEMO_NAMES, ROLES, SCOPES } from '../lists';
import { pictureUrl, text } from './parts';

/** The bodies of signing in, of accounts and of API keys. */

/** It may be longer here than a password, so that the answer can explain the problem. */
const password = text(10 * PASSWORD_LENGTH.most);
const email = v.pipe(v.string(), v.trim(), v.maxLength(254), v.email());
const personName = v.pipe(v.string(), v.trim(), v.regex(/\S/, 'may not be empty'), v.maxLength(100));
const proof = { password: v.optional(password) };

export const signInBody = v.object({ email: text(254), password });
/** A code of the authenticator, or a recovery code. */
export const codeBody = v.object({ code: text(50) });
/** The answer is the same whether or not an agent has this address. */
export const forgottenBody = v.object({ email: text(254) });
export const demoSignInBody = v.object({ name: v.picklist(DEMO_NAMES) });

/** `POST /link/{token}`. A reset takes only the password. */
export const linkBody = v.object({ name: v.optional(personName), email: v.optional(email), password });
export type LinkBody = v.InferInput<typeof linkBody>;

/**
 * `PATCH /me`; `avatarUrl: null` removes the picture. `POST /me/face` takes one as a file, in the part `source` of a form.
 * Another email needs `password`, the agent's.
 */
export const ownAccountBody = v.object({
  name: v.optional(personName),
  avatarUrl: v.optional(v.nullable(pictureUrl)),
  email: v.optional(email),
  ...proof,
  /** A missing one stays as it is. */
  alerts: v.optional(
    v.object({ mail: v.optional(v.boolean()), messages: v.optional(v.picklist(ALERT_WISHES)) }),
  ),
});
export type OwnAccountBody = v.InferInput<typeof ownAccountBody>;

export const passwordBody = v.object({ current: password, next: password });
/** What an agent proves with their own password. */
export const provenBody = v.object(proof);
export const roleBody = v.object({ role: v.picklist(ROLES), ...proof });
/** With an email address, the desk also sends the link, if it sends emails. `name` is filled in for the colleague. */
export const invitationBody = v.object({
  email: v.optional(email),
  name: v.optional(personName),
  role: v.picklist(ROLES),
  ...proof,
});
export type InvitationBody = v.InferInput<typeof invitationBody>;
export const apiKeyBody = v.object({
  name: personName,
  scopes: v.pipe(v.array(v.picklist(SCOPES)), v.minLength(1), v.maxLength(20)),
});
