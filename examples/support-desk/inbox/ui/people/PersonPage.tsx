import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { AgentPerson, AgentPersonAnswer } from '../../../shared/answers/people';
import { describeBrowser, languageName } from '../../model/describe';
import { dayAndTime, isoTime } from '../../model/times';
import { CorrectionNote } from '../conversation/CorrectionNote';
import { Channel, Fact, othersThan, PageFact, Properties } from '../conversation/facts';
import { MergeDialog } from '../conversation/MergeDialog';
import { OtherConversations } from '../conversation/OtherConversations';
import { whyUnproven } from '../conversation/Unproven';
import { VisitorNotes } from '../conversation/VisitorNotes';
import { Announcer } from '../parts/Announcer';
import { Avatar } from '../parts/Avatar';
import { LoadedView } from '../parts/LoadedView';
import { PageHeader } from '../parts/PageHeader';
import { useDesk } from '../parts/view';
import { Changes } from './Changes';
import { CorrectDialog } from './CorrectDialog';
import { Merged } from './Merged';
import { WriteDialog } from './WriteDialog';

const When = ({ at }: { at: number }) => (
  <time dateTime={isoTime(at)}>{dayAndTime(at, useDesk().inbox.now.value)}</time>
);

const Facts = ({ person }: { person: AgentPerson }) => {
  const { phone, createdAt, lastSeen, devices, visitor } = person;
  return (
    <dl>
      <Fact label="Email">
        {visitor.email && (
          <>
            <a href={`mailto:${encodeURIComponent(visitor.email)}`}>{visitor.email}</a>
            {!visitor.emailVerified && <span class="meta">Not verified</span>}
            <CorrectionNote visitor={visitor} field="email" />
          </>
        )}
      </Fact>
      <Fact label="Phone">
        {phone && (
          <>
            <a dir="ltr" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
              {phone}
            </a>
            <CorrectionNote visitor={visitor} field="phone" />
          </>
        )}
      </Fact>
      {visitor.externalId && <Fact label="Signed in as">{visitor.externalId}</Fact>}
      <Fact label="First seen">
        <When at={createdAt} />
      </Fact>
      {lastSeen !== undefined && (
        <Fact label="Last seen">
          <When at={lastSeen} />
        </Fact>
      )}
      {(visitor.currentUrl || visitor.currentTitle) && (
        <Fact label="Last page">
          <PageFact url={visitor.currentUrl} title={visitor.currentTitle} />
        </Fact>
      )}
      <Fact label="Language">{languageName(visitor.locale)}</Fact>
      <Fact label="Browser">{describeBrowser(visitor.userAgent)}</Fact>
      <Fact label="Browsers and channels">{devices}</Fact>
      {(visitor.channels ?? []).map((channel) => (
        <Channel key={channel.id} appUserId={visitor.appUserId} channel={channel} />
      ))}
    </dl>
  );
};

const sameAddressWords = (count: number): string =>
  count === 1 ? '1 other visitor with this address' : `${count} other visitors with this address`;

type PersonProps = { answer: AgentPersonAnswer; refresh(): void };

const Person = ({ answer, refresh }: PersonProps) => {
  const { pages } = useDesk().workspace;
  const { person, changes, merged, sameAddress } = answer;
  const [merging, setMerging] = useState<string | undefined>(undefined);
  const [correcting, setCorrecting] = useState(false);
  const [writing, setWriting] = useState(false);
  const { displayName, nameFrom, phone, visitor } = person;
  return (
    <>
      <div class="visitor-name">
        <Avatar name={displayName} id={visitor.appUserId} large />
        <div>
          <h2 dir="auto">{displayName}</h2>
          {visitor.blocked && <p class="blocked-mark">Blocked: nothing of theirs alerts the team</p>}
          <p class="meta">{whyUnproven(nameFrom) ?? 'This name comes from a login.'}</p>
          <CorrectionNote visitor={visitor} field="name" />
        </div>
      </div>
      <p class="person-acts">
        <button type="button" class="button" onClick={() => setWriting(true)}>
          Write…
        </button>
        <button type="button" class="button" onClick={() => setCorrecting(true)}>
          Correct…
        </button>
        <button type="button" class="button" onClick={() => setMerging('')}>
          Merge with…
        </button>
        {sameAddress > 0 && (
          <button type="button" class="button quiet" onClick={() => setMerging(visitor.email ?? '')}>
            {sameAddressWords(sameAddress)}
          </button>
        )}
      </p>
      <VisitorNotes appUserId={visitor.appUserId} />
      <Facts person={person} />
      <OtherConversations title="Conversations" appUserId={visitor.appUserId} />
      <Properties properties={othersThan({ name: displayName, phone }, visitor.properties)} />
      <Merged appUserId={visitor.appUserId} merged={merged} refresh={refresh} />
      <Changes changes={changes} />
      {writing && <WriteDialog answer={answer} onClose={() => setWriting(false)} />}
      {merging !== undefined && (
        <MergeDialog
          appUserId={visitor.appUserId}
          search={merging}
          onClose={() => setMerging(undefined)}
          onMerged={(keptId) => {
            setMerging(undefined);
            if (keptId === visitor.appUserId) refresh();
            else pages.show(`person-${keptId}`);
          }}
        />
      )}
      {correcting && (
        <CorrectDialog
          person={person}
          onClose={() => {
            setCorrecting(false);
            refresh();
          }}
        />
      )}
    </>
  );
};

/** All about one visitor. */
export const PersonPage = ({ appUserId }: { appUserId: string }) => {
  const { people, pages } = useDesk().workspace;
  const person = useMemo(() => people.person(appUserId), [people, appUserId]);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  useEffect(() => void person.refresh(), [person]);
  return (
    <main class="refused-page">
      <PageHeader title="Visitor" heading={heading}>
        <button type="button" class="button quiet" onClick={() => pages.show('people')}>
          All people
        </button>
      </PageHeader>
      <section class="refused-scroll" aria-label="About this visitor" tabIndex={0}>
        <div class="refused-body person">
          <LoadedView of={person} what="This visitor">
            {(answer) => <Person answer={answer} refresh={() => void person.refresh()} />}
          </LoadedView>
        </div>
      </section>
      <Announcer />
    </main>
  );
};
