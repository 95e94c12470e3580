import type { createOutbox } from '../../src/delivery/sending/outbox';

/** Returns the user of an outbox on a page where everybody is known and nobody has left. */
export const outboxUser = (): Parameters<typeof createOutbox>[0]['user'] => ({
  exits: () => 0,
  isUntold: () => false,
  externalId: () => null,
  creationId: () => '',
  startId: () => '',
});
