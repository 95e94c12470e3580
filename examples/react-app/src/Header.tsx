import { useState } from 'react';
import { openSupport, signIn, signOut } from './Support.tsx';
import { goTo } from './useRoute.ts';

type Props = { path: string; unread: number; hasSupport: boolean };

const LINKS = [
  ['/', 'Shop'],
  ['/orders', 'Orders'],
  ['/checkout', 'Checkout'],
] as const;

const Account = () => {
  const [state, setState] = useState<'out' | 'in' | 'failed'>('out');
  if (state === 'in')
    return (
      <button
        type="button"
        className="quiet"
        onClick={() => {
          signOut();
          setState('out');
        }}
      >
        Sign out
      </button>
    );
  return (
    <button
      type="button"
      className="quiet"
      onClick={() => signIn((failed) => setState(failed ? 'failed' : 'in'))}
    >
      {state === 'failed' ? 'Try again' : 'Sign in'}
    </button>
  );
};

export const Header = ({ path, unread, hasSupport }: Props) => (
  <header>
    <a
      className="brand"
      href="/"
      onClick={(event) => {
        event.preventDefault();
        goTo('/');
      }}
    >
      <img src="/favicon.svg" alt="" width="28" height="28" /> Halden
    </a>
    <nav>
      {LINKS.map(([to, name]) => (
        <a
          key={to}
          href={to}
          aria-current={path === to ? 'page' : undefined}
          onClick={(event) => {
            event.preventDefault();
            goTo(to);
          }}
        >
          {name}
        </a>
      ))}
    </nav>
    {hasSupport && (
      <div className="actions">
        <Account />
        <button type="button" id="help" onClick={openSupport}>
          Help
          {unread > 0 && (
            <span className="unread">
              {unread}
              <span className="for-readers"> unread</span>
            </span>
          )}
        </button>
      </div>
    )}
  </header>
);
