'use client';

import { zE } from 'porch-messenger';
import { Porch } from 'porch-messenger/react';

/** The messenger. The layout keeps it across pages. */
export const Support = () => <Porch src={`${process.env.NEXT_PUBLIC_DESK}/porch/porch.now.js`} />;

/** Opens the messenger with the start of a question in the text box. */
export const AskButton = ({ title }: { title: string }) => (
  <button
    type="button"
    onClick={() => {
      zE('messenger', 'prefill', `About ${title}: `);
      zE('messenger', 'open');
    }}
  >
    Ask about this copy
  </button>
);
