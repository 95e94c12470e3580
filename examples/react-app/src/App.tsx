import { useState } from 'react';
import { Header } from './Header.tsx';
import { Checkout } from './pages/Checkout.tsx';
import { Orders } from './pages/Orders.tsx';
import { Shop } from './pages/Shop.tsx';
import { Support } from './Support.tsx';
import { useRoute } from './useRoute.ts';

const PAGES: Record<string, () => React.ReactNode> = { '/orders': Orders, '/checkout': Checkout };

export const App = () => {
  const path = useRoute();
  const [unread, setUnread] = useState(0);
  const Page = PAGES[path] ?? Shop;
  // Nothing may distract from paying: the messenger leaves this page and returns on the next.
  const hasSupport = path !== '/checkout';
  return (
    <>
      {hasSupport && <Support onUnread={setUnread} />}
      <Header path={path} unread={unread} hasSupport={hasSupport} />
      <main>
        <Page />
      </main>
      <footer>Halden Coffee · roasted on Tuesdays in Storgata 4</footer>
    </>
  );
};
