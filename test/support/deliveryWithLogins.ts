import { createDelivery } from '../../src/delivery/delivery';
import type { DeliveryDeps } from '../../src/delivery/deliveryType';
import { createPageLogins } from '../../src/delivery/identity/pageLogins';
import { createOwner } from './owner';

/** The delivery engine with the login calls of the page, which load later on one, and with its end. */
export const createDeliveryWithLogins = (deps: Omit<DeliveryDeps, 'own'>) => {
  const { own, clock, dispose } = createOwner(deps.clock);
  const delivery = createDelivery({ ...deps, own, clock });
  return { ...delivery, ...createPageLogins({ ...delivery, report: deps.report }), dispose };
};

export type DeliveryWithLogins = ReturnType<typeof createDeliveryWithLogins>;
