import { goTo } from '../useRoute.ts';

const COFFEES = [
  {
    name: 'Kongsvinger',
    from: 'Huila, Colombia',
    taste: 'Plum, cocoa, brown sugar',
    price: 14,
    color: '#8a3b12',
  },
  { name: 'Femund', from: 'Guji, Ethiopia', taste: 'Bergamot, peach, jasmine', price: 17, color: '#3e6259' },
  { name: 'Rondane', from: 'Nyeri, Kenya', taste: 'Blackcurrant, tomato leaf', price: 18, color: '#5b3a63' },
];

export const Shop = () => (
  <>
    <section className="hero">
      <h1>Coffee that arrives before it is a week old.</h1>
      <p>Three single origins, roasted to order on Tuesdays and posted the same afternoon.</p>
    </section>
    <ul className="coffees">
      {COFFEES.map(({ name, from, taste, price, color }) => (
        <li key={name}>
          <div className="bag" style={{ background: color }}>
            <span>{name}</span>
          </div>
          <h2>{name}</h2>
          <p>
            {from}
            <br />
            {taste}
          </p>
          <button type="button" onClick={() => goTo('/checkout')}>
            Add 250 g · ${price}
          </button>
        </li>
      ))}
    </ul>
  </>
);
