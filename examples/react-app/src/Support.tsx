import { zE } from 'porch-messenger';
import { Porch } from 'porch-messenger/react';
import { useEffect } from 'react';

type Props = { onUnread: (count: number) => void };

/** The messenger, while it is in the tree. The app has its own button, so there is no launcher. */
export const Support = ({ onUnread }: Props) => {
  useEffect(() => zE('messenger:on', 'unreadMessages', onUnread), [onUnread]);
  return <Porch src={`${import.meta.env.VITE_DESK}/porch/porch.now.js`} launcher="none" />;
};

export const openSupport = (): void => zE('messenger', 'open');

/** Opens the messenger with the start of a question in the text box. */
export const askAbout = (order: string): void => {
  zE('messenger', 'prefill', `My order ${order}: `);
  zE('messenger', 'open');
};

/** Logs the visitor in, so that they find their conversation on every device. */
export const signIn = (done: (error: boolean) => void): void =>
  zE(
    'messenger',
    'loginUser',
    async (give) => {
      // Your server signs the token: see 'Signing visitors in' in the desk's README.
      const answer = await fetch('/porch-token');
      give(await answer.text());
    },
    (error) => done(error !== null),
  );

export const signOut = (): void => zE('messenger', 'logoutUser');
