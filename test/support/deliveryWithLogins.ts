import { createDelivery } from '../../src/delivery/delivery';
import { createLogins } from '../../src/delivery/identity/logins';

/** The delivery engine with the login calls of the page, which load later on one. */
export const createDeliveryWithLogins = (deps: Parameters<typeof createDelivery>[0]) => {
  const delivery = createDelivery(deps);
  return { ...delivery, ...createLogins(delivery.logins) };
};

export type DeliveryWithLogins = ReturnType<typeof createDeliveryWithLogins>;
