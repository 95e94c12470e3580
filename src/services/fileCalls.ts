import type { Author } from '../wire/client';
import { obj, str } from '../wire/decode';
import type { Http } from './http';
import { given } from './requestError';

/**
 * `POST /conversations/{id}/files`.
 * @returns the id of the finished message, which arrives later over the realtime session
 */
export const uploadFile = async (
  http: Http,
  conversation: string,
  author: Author,
  file: File,
  referenceId: string,
): Promise<string> => {
  const form = new FormData();
  form.append('author', JSON.stringify(author));
  form.append('message', JSON.stringify({ role: 'appUser', referenceId }));
  form.append('source', file, file.name);
  const { messageId } = obj(
    await http('POST', `/conversations/${encodeURIComponent(conversation)}/files`, form),
  );
  // Without a message id the reason is `unknown`, as for every failure without a specific reason.
  return given(str(messageId) || undefined, 'unknown');
};
