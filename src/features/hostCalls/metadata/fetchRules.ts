import type { Connect } from '../../../services/createServices';
import { given, RequestError } from '../../../services/requestError';
import { decodeFieldRules, type FieldRule } from '../../../wire/customFields';

const FAILURE = 'Failed to fetch ticket validation rules';

/**
 * `GET {host}/embeddable/messaging/custom_ticket_fields`, without the visitor's credential.
 * @param host the account's host, such as https://desk.example
 * @throws RequestError 'Failed to fetch ticket validation rules' on an error status or an answer without
 * rules
 */
export const fetchFieldRules = async (connect: Connect, host: string): Promise<FieldRule[]> => {
  const http = connect(() => undefined, {}, host);
  const answer = await http('GET', '/embeddable/messaging/custom_ticket_fields').catch(
    ({ kind, status, code }: RequestError) => {
      throw new RequestError(kind, FAILURE, status, code);
    },
  );
  return given(decodeFieldRules(answer), FAILURE);
};
