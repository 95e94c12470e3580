import type { LinkAnswer } from '../../../shared/answers/accounts';

const RESET = {
  title: 'Set a new password',
  act: 'Save and sign in',
  acting: 'Saving…',
  text: () => 'Your other sessions end.',
};

/** The words of the page of a one-use link. */
export const LINK_WORDS: Record<
  LinkAnswer['kind'],
  { title: string; act: string; acting: string; text(role: string): string }
> = {
  setup: {
    title: 'Set up the inbox',
    act: 'Set up and sign in',
    acting: 'Setting up…',
    text: () => 'You become the desk’s first admin, who invites the others.',
  },
  invitation: {
    title: 'Join the team',
    act: 'Join and sign in',
    acting: 'Joining…',
    text: (role) => `You were invited as an ${role}. Visitors may see your name.`,
  },
  reset: RESET,
  forgotten: RESET,
};
