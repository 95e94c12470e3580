import { TOKEN_KEY } from '../../../examples/support-desk/server/domain/accounts/apiKeys';
import { hashToken } from '../../../examples/support-desk/server/model/tokens';
import { SCOPES } from '../../../examples/support-desk/shared/lists';
import type { Tables } from './memoryReads';

/** Puts the API key of an operator's token into the tables, as the start of a desk does. */
export const withTokenKey = (tables: Tables, token: string): Tables => {
  tables.apiKeys.set(TOKEN_KEY, {
    id: TOKEN_KEY,
    name: TOKEN_KEY,
    secretHash: hashToken(token),
    scopes: [...SCOPES],
    createdBy: 'the operator',
    createdAt: 0,
    lastUsedAt: null,
  });
  return tables;
};
