import { obj, oneOf } from '../wire/decode';
import { shownText } from '../wire/shown';
import type { Http } from './http';

export type Score = 'good' | 'bad';
/** What a visitor thinks of a conversation after its end. */
export type Rating = { score: Score; comment?: string };

const path = (conversation: string): string => `/conversations/${encodeURIComponent(conversation)}/rating`;

const decodeRating = (answer: unknown): Rating | undefined => {
  const raw = obj(obj(answer).rating);
  const score = oneOf(raw.score, ['good', 'bad'] as const);
  return score && { score, comment: shownText(raw.comment) };
};

/** `GET /conversations/{id}/rating`: that of the newest end, if there is one. Rejects with a `RequestError`. */
export const getRating = async (http: Http, conversation: string): Promise<Rating | undefined> =>
  decodeRating(await http('GET', path(conversation)));

/** `POST /conversations/{id}/rating`. Rejects with a `RequestError`. */
export const sendRating = async (http: Http, conversation: string, rating: Rating): Promise<void> => {
  await http('POST', path(conversation), rating);
};
