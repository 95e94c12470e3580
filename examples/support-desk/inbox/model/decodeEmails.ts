import { listOf, num, obj, str } from '@porch/messenger/wire/decode';
import { shownLabel, shownText } from '@porch/messenger/wire/shown';
import type { AgentEmailAnswer } from '../../shared/answers/emails';

/** An email that did not become a message. A newer desk may have more reasons. */
export type RefusedRow = {
  id: string;
  reason: string;
  canAccept: boolean;
  conversationId: string | undefined;
  sender: string;
  subject: string;
  preview: string;
  refusedAt: number;
};

export type RefusedPage = { rows: RefusedRow[]; next: string | undefined };

export const decodeEmail = (value: unknown): AgentEmailAnswer['email'] => {
  const { text, isCut } = obj(obj(value).email);
  return { text: shownText(text) ?? '', isCut: isCut === true };
};

export const decodeRefused = (value: unknown): RefusedPage => {
  const { emails, next } = obj(value);
  const rows = listOf(emails, (entry): RefusedRow | undefined => {
    const { id, reason, canAccept, conversationId, sender, subject, preview, refusedAt } = obj(entry);
    const known = str(id);
    if (!known) return undefined;
    return {
      id: known,
      reason: str(reason) ?? '',
      canAccept: canAccept === true,
      conversationId: str(conversationId),
      sender: shownLabel(sender) ?? '',
      subject: shownLabel(subject) ?? '',
      preview: shownText(preview) ?? '',
      refusedAt: num(refusedAt) ?? 0,
    };
  });
  return { rows, next: str(next) };
};

export const decodeAccepted = (value: unknown): string => str(obj(value).conversationId) ?? '';
