import { obj, oneOf } from '../wire/decode';
import { shownText } from '../wire/shown';
import type { Http } from './http';
import { given } from './requestError';

export type Score = 'good' | 'bad';
/** What a visitor thinks of a conversation after its end. */
export type Rating = { score: Score; comment?: string };

const path = (conversation: string): string => `/conversations/${encodeURIComponent(conversation)}/rating`;

const decodeRating = (answer: unknown): Rating | undefined => {
  const { rating } = obj(answer);
  const raw = obj(given(rating, 'The answer holds no rating'));
  const score = oneOf(raw.score, ['good', 'bad'] as const);
  return score && { score, comment: shownText(raw.comment) };
};

/** `GET /conversations/{id}/rating`: the rating of the last end, if there is one. Rejects with a `RequestError`. */
export const getRating = async (http: Http, conversation: string): Promise<Rating | undefined> =>
  decodeRating(await http('GET', path(conversation)));

/** `POST /conversations/{id}/rating`. Rejects with a `RequestError`. */
export const sendRating = async (http: Http, conversation: string, rating: Rating): Promise<void> => {
  given(obj(await http('POST', path(conversation), rating)).rating, 'The rating was not taken');
};
