import type { Outbox } from './outbox';

/**
 * Removes messages that were sent before the messenger loaded and belong to no visitor.
 * @param later those written on this page after it has called that the visitor leaves; they stay
 */
export const dropEarly = (
  outbox: Pick<Outbox, 'of' | 'isEarly' | 'remove'>,
  later: readonly { key: string }[],
): void => {
  for (const { message } of outbox.of(''))
    if (outbox.isEarly(message.key) && later.every(({ key }) => key !== message.key))
      outbox.remove(message.key);
};
