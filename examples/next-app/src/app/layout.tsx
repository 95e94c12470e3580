import type { Metadata } from 'next';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { Support } from '../Support';
import './globals.css';

export const metadata: Metadata = {
  title: { default: 'Second Shelf', template: '%s · Second Shelf' },
  description: 'Books that have been read once.',
};

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <header>
          <Link className="brand" href="/">
            Second Shelf
          </Link>
          <span>Open until six</span>
        </header>
        <main>{children}</main>
        <footer>Second Shelf, 12 Mill Lane</footer>
        <Support />
      </body>
    </html>
  );
}
