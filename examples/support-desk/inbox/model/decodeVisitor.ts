import { type Json, listOf, num, obj, oneOf, str } from '@porch/messenger/wire/decode';
import { shownLabel, shownText } from '@porch/messenger/wire/shown';
import type { AgentChannel, AgentConversation, AgentCorrection } from '../../shared/answers/conversations';
import { CORRECTED } from '../../shared/lists';

const decodeChannel = (value: unknown): AgentChannel | undefined => {
  const { id, type, displayName } = obj(value);
  const known = str(id);
  return known === undefined
    ? undefined
    : { id: known, type: shownLabel(type) ?? '', displayName: shownLabel(displayName) };
};

const decodeProperty = (value: unknown): { name: string; value: unknown } | undefined => {
  const property = obj(value);
  const name = shownLabel(property.name);
  return name ? { name, value: property.value } : undefined;
};

const decodeCorrection = (value: unknown): AgentCorrection | undefined => {
  const { at, by, counts, stated, ...raw } = obj(value);
  const field = oneOf(raw.field, CORRECTED);
  const typed = shownLabel(raw.value);
  if (!field || !typed) return undefined;
  const statedBy = oneOf(raw.statedBy, ['login', 'visitor'] as const) ?? 'page';
  const more = { by: shownLabel(by) ?? '', at: num(at) ?? 0 };
  return { field, value: typed, stated: shownLabel(stated), statedBy, counts: counts === true, ...more };
};

/** A name is unproven unless the desk marks it as proven. */
export const decodeNameFrom = (value: unknown): AgentConversation['nameFrom'] =>
  oneOf(value, ['login', 'desk', 'agent'] as const) ?? 'page';

const mergedOf = (value: unknown): AgentConversation['visitor']['merged'] => {
  const { appUserId, displayName, email } = obj(value);
  const id = str(appUserId);
  if (!id) return undefined;
  return { appUserId: id, displayName: shownLabel(displayName) || 'Visitor', email: str(email) };
};

export const decodeVisitor = (v: Json): AgentConversation['visitor'] => ({
  appUserId: str(v.appUserId) ?? '',
  ...(v.blocked === true && { blocked: true }),
  merged: mergedOf(v.merged),
  externalId: str(v.externalId),
  email: str(v.email),
  emailVerified: v.emailVerified === true,
  corrections: listOf(v.corrections, decodeCorrection),
  channels: listOf(v.channels, decodeChannel),
  locale: str(v.locale),
  userAgent: str(v.userAgent),
  currentUrl: shownText(v.currentUrl),
  currentTitle: shownLabel(v.currentTitle),
  referrer: shownText(v.referrer),
  properties: v.properties === undefined ? undefined : listOf(v.properties, decodeProperty),
});
