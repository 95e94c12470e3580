import type { ComponentChildren } from 'preact';
import type { AgentMergeAnswer, AgentMergeSide } from '../../../shared/answers/people';
import { dayAndTime, isoTime } from '../../model/times';
import { useDesk } from '../parts/view';
import { valueWords } from './Tags';

const Properties = ({ side }: { side: AgentMergeSide }) => {
  const { properties = [] } = side.person.visitor;
  if (properties.length === 0) return <>None</>;
  return (
    <>
      {properties.map(({ name, value }) => (
        <span key={name} class="merge-property" dir="auto">
          {name}: {valueWords(value)}
        </span>
      ))}
    </>
  );
};

const When = ({ at }: { at: number | undefined }) => {
  const { now } = useDesk().inbox;
  if (at === undefined) return <>Not known</>;
  return <time dateTime={isoTime(at)}>{dayAndTime(at, now.value)}</time>;
};

/** The rows of the comparison. */
const ROWS: [string, (side: AgentMergeSide) => ComponentChildren][] = [
  ['Name', ({ person }) => <bdi>{person.displayName}</bdi>],
  [
    'Email',
    ({ person: { visitor } }) => (
      <>
        <bdi>{visitor.email ?? 'Not known'}</bdi>
        {visitor.email && !visitor.emailVerified && <span class="meta"> Not verified</span>}
      </>
    ),
  ],
  ['Phone', ({ person }) => <bdi>{person.phone ?? 'Not known'}</bdi>],
  ['Signed in as', ({ person }) => <bdi>{person.visitor.externalId ?? 'Nobody'}</bdi>],
  ['Browsers and channels', ({ person }) => person.devices],
  ['Open sessions', ({ browsers }) => browsers],
  ['Conversations', ({ conversations }) => conversations],
  ['Notes', ({ notes }) => notes],
  ['Merged before', ({ merged }) => merged],
  ['First seen', ({ person }) => <When at={person.createdAt} />],
  ['Last seen', ({ person }) => <When at={person.lastSeen} />],
  ['Blocked', ({ person }) => (person.visitor.blocked ? 'Yes' : 'No')],
  ['Set by the page', (side) => <Properties side={side} />],
];

/** Two visitors, side by side. */
export const Comparison = ({ kept, other }: AgentMergeAnswer) => (
  <table class="merge-table">
    <thead>
      <tr>
        <td />
        <th scope="col">Stays</th>
        <th scope="col">Is merged</th>
      </tr>
    </thead>
    <tbody>
      {ROWS.map(([label, value]) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          <td>{value(kept)}</td>
          <td>{value(other)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** What their merge does, and what it does not. */
export const Effects = ({ kept, other }: AgentMergeAnswer) => {
  const isBlocked = Boolean(kept.person.visitor.blocked ?? other.person.visitor.blocked);
  const conversations = kept.conversations + other.conversations;
  const notes = kept.notes + other.notes;
  return (
    <ul class="visitor-data">
      <li>
        For agents, both are <bdi>{kept.person.displayName}</bdi>, with {conversations} conversations and{' '}
        {notes} notes. Nothing is deleted.
      </li>
      <li>
        The name, address and properties of <bdi>{other.person.displayName}</bdi> stay on the page of the
        visitor.
      </li>
      <li>
        Visitors notice nothing. Each browser reads only its own conversations, and emails go to the address
        of each conversation’s own visitor.
      </li>
      {isBlocked && <li>One is blocked, so both are blocked.</li>}
      <li>It can be undone: Separate, on the page of the visitor, takes it back.</li>
    </ul>
  );
};
