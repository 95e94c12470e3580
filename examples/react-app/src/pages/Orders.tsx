import { askAbout } from '../Support.tsx';

const ORDERS = [
  { id: '2041', what: 'Femund, 2 × 250 g', state: 'Roasting', on: 'Arrives Thursday' },
  { id: '2017', what: 'Rondane, 250 g', state: 'On its way', on: 'Arrives tomorrow' },
  { id: '1988', what: 'Kongsvinger, 1 kg', state: 'Delivered', on: 'November 12' },
];

export const Orders = () => (
  <section>
    <h1>Your orders</h1>
    <ul className="orders">
      {ORDERS.map(({ id, what, state, on }) => (
        <li key={id}>
          <div>
            <strong>{what}</strong>
            <span>
              No. {id} · {on}
            </span>
          </div>
          <span className="state">{state}</span>
          <button type="button" className="quiet" onClick={() => askAbout(id)}>
            Ask about it
          </button>
        </li>
      ))}
    </ul>
  </section>
);
