import { every } from '@porch/messenger/platform/timer';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { FirstRunAnswer } from '../../../shared/answers/firstRun';
import { Announcer } from '../parts/Announcer';
import { CopyField } from '../parts/CopyField';
import { docsUrl } from '../parts/docs';
import { Icon } from '../parts/Icon';
import { LoadedView } from '../parts/LoadedView';
import { PageHeader } from '../parts/PageHeader';
import { useDesk } from '../parts/view';
import { InviteDialog } from '../team/InviteDialog';
import { Seen } from './Seen';

/** How often the page asks which sites were seen, in ms. */
const ASK_MS = 5000;

type StepProps = { done: boolean; title: string; children: ComponentChildren };

const Step = ({ done, title, children }: StepProps) => (
  <li class="start-step" data-done={done}>
    <h2>
      <span class="start-mark">{done && <Icon name="check" />}</span>
      {title}
      {done && <span class="visually-hidden">, done</span>}
    </h2>
    {children}
  </li>
);

/** A page of the documentation, in a new tab. */
const Docs = ({ page, children }: { page: string; children: ComponentChildren }) => (
  <a href={docsUrl() + page} target="_blank" rel="noopener noreferrer" referrerpolicy="no-referrer">
    {children}
    <span class="visually-hidden">, in a new tab</span>
  </a>
);

const Invite = () => {
  const { api, firstRun } = useDesk().workspace;
  const [asking, setAsking] = useState<{ mails: boolean } | undefined>(undefined);
  const open = async (): Promise<void> => {
    const answer = await api.team.invitations();
    setAsking({ mails: answer.ok && answer.value.mails });
  };
  return (
    <>
      <button type="button" class="button" onClick={() => void open()}>
        Invite colleagues
      </button>
      {asking && (
        <InviteDialog
          mails={asking.mails}
          onMade={() => void firstRun.refresh()}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  );
};

const Steps = ({ known }: { known: FirstRunAnswer }) => {
  const sites = known.sites.filter(({ own }) => !own);
  const works = sites.some(({ takenAt = 0, refusedAt = 0 }) => takenAt > 0 && takenAt >= refusedAt);
  return (
    <ol class="start-steps">
      <Step done={sites.some(({ loadedAt, takenAt }) => loadedAt ?? takenAt)} title="Copy the tag">
        <p class="secondary">
          Paste it before {'</body>'} on each page that should have the messenger.{' '}
          <Docs page="install">All ways to install it</Docs>
        </p>
        <CopyField label="Tag" value={known.tag} />
      </Step>
      <Step done={works} title="Check it">
        <Seen known={known} />
        <p class="secondary">
          If the messenger does not appear, <Docs page="troubleshooting">look for the reason here</Docs>.
        </p>
      </Step>
      <Step done={known.hasTeam} title="Invite the team">
        <p class="secondary">Colleagues join by a link, which the desk sends if it sends emails.</p>
        <Invite />
      </Step>
      <Step done={known.hasHours && known.hasAway} title="Say when you answer">
        <p class="secondary">
          Set <a href="#page=settings-hours">opening hours and the message outside of them</a>.
        </p>
      </Step>
      <Step done={known.hasLook} title="Make it look like yours">
        <p class="secondary">
          Change <a href="#page=settings-launcher">the launcher and the window</a>,{' '}
          <a href="#page=settings-colors">the colors</a> and <a href="#page=settings-texts">the texts</a>.
        </p>
      </Step>
    </ol>
  );
};

/** The first steps on a new desk. Each is done once the desk knows so. */
export const StartPage = () => {
  const { inbox, workspace } = useDesk();
  const { firstRun } = workspace;
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    void firstRun.refresh();
    return every(inbox.clock.after, ASK_MS, () => void firstRun.refresh());
  }, [firstRun, inbox]);
  const hide = async (): Promise<void> => {
    await firstRun.hide();
    heading.current?.focus();
  };
  return (
    <main class="refused-page">
      <PageHeader title="Get started" heading={heading} />
      {/* Focusable, so that the arrow keys scroll it. */}
      <section class="refused-scroll" aria-label="Steps" tabIndex={0}>
        <div class="refused-body">
          <LoadedView of={firstRun} what="The first steps">
            {(known) => (
              <>
                <Steps known={known} />
                {known.hidden ? (
                  <p class="secondary">The inbox no longer suggests this page. It stays in the menu.</p>
                ) : (
                  <button type="button" class="button quiet" onClick={() => void hide()}>
                    Stop suggesting this page
                  </button>
                )}
              </>
            )}
          </LoadedView>
        </div>
      </section>
      <Announcer />
    </main>
  );
};
