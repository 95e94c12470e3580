/** A stand-in for your shop. @type {Record<string, { email: string, status: string }>} */
const ORDERS = {
  1007: { email: 'ada@shop.example', status: 'on its way, and arrives tomorrow' },
  1008: { email: 'grace@shop.example', status: 'being packed' },
};

/**
 * Looks up an order, for visitors who know its email address.
 * @param {string} number
 * @param {string} email
 * @returns {Promise<string | undefined>} its status, if number and address match
 */
export const statusOf = async (number, email) => {
  const order = ORDERS[number];
  return order?.email === email.toLowerCase() ? order.status : undefined;
};
