import type { AgentConversation } from '../../../shared/answers/conversations';
import { Icon } from '../parts/Icon';

type NameFrom = AgentConversation['nameFrom'];

/** Marks a name that no login has proven. It is a separate element, because a name could claim to be proven. */
const MARKS: Record<NameFrom, { word: string; why: string } | undefined> = {
  login: undefined,
  page: {
    word: 'Not verified',
    why: 'Name set by the page, not verified by a login.',
  },
  agent: { word: 'Not verified', why: 'An agent typed this name. No login verifies it.' },
  desk: { word: 'Anonymous', why: 'The visitor has given no name. The desk has made this one up.' },
};

/** Why the name is not proven; undefined if it is. */
export const whyUnproven = (nameFrom: NameFrom): string | undefined => MARKS[nameFrom]?.why;

/** The mark after a name in the list, which has little room: only proven names have one. */
export const Proven = ({ nameFrom }: { nameFrom: NameFrom }) =>
  nameFrom === 'login' ? (
    <span class="proven" title="This name comes from a login.">
      <Icon name="verified" />
      <span class="visually-hidden">Verified</span>
    </span>
  ) : null;

/** The mark after a name that no login has proven. */
export const Unproven = ({ nameFrom }: { nameFrom: NameFrom }) => {
  const mark = MARKS[nameFrom];
  return mark ? (
    <span class="unproven" title={mark.why}>
      {mark.word}
    </span>
  ) : null;
};
