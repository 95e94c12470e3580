import { goTo } from '../useRoute.ts';

export const Checkout = () => (
  <section className="checkout">
    <h1>Checkout</h1>
    <dl>
      <dt>Femund, 250 g</dt>
      <dd>$17.00</dd>
      <dt>Postage</dt>
      <dd>$4.50</dd>
      <dt>Total</dt>
      <dd>$21.50</dd>
    </dl>
    <button type="button" onClick={() => goTo('/orders')}>
      Pay $21.50
    </button>
  </section>
);
