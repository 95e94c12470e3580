import { useLayoutEffect, useRef, useState } from 'react';
import { failureWords } from '../../model/apiResult';
import type { Group, Section, SectionId } from '../../model/settings/sections';
import { AuditSection, IntegrationsSection, KeysSection, TeamSection } from '../lazyPages';
import { Announcer } from '../parts/Announcer';
import { Dialog } from '../parts/Dialog';
import { Icon } from '../parts/Icon';
import { Notice } from '../parts/Notice';
import { PageHeader } from '../parts/PageHeader';
import { useDesk } from '../parts/view';
import { Campaigns } from './Campaigns';
import { Channels } from './Channels';
import { Colors } from './Colors';
import { HistorySection } from './HistorySection';
import { Hours } from './Hours';
import { Languages } from './Languages';
import { Preview } from './Preview';
import { SaveBar } from './SaveBar';
import { SectionNav, useSection } from './SectionNav';
import { SettingInput } from './SettingInput';
import { TicketFields } from './TicketFields';

const Groups = ({ groups }: { groups: readonly Group[] }) => (
  <>
    {groups.map(({ title, hint, fields }) => {
      const inputs = fields.map((field) => <SettingInput key={field.path} field={field} />);
      const key = fields[0]?.path;
      if (!title) {
        return (
          <div key={key} class="setting-group">
            {inputs}
          </div>
        );
      }
      return (
        <fieldset
          key={key}
          class={`setting-group${fields.every(({ kind }) => kind === 'number') ? ' pairs' : ''}`}
        >
          <legend class="setting-legend">{title}</legend>
          {hint && <p class="secondary">{hint}</p>}
          {inputs}
        </fieldset>
      );
    })}
  </>
);

const Body = ({ section }: { section: Section }) => {
  if (section.groups) return <Groups groups={section.groups} />;
  if (section.id === 'colors') return <Colors />;
  if (section.id === 'fields') return <TicketFields />;
  if (section.id === 'campaigns') return <Campaigns />;
  if (section.id === 'channels') return <Channels />;
  if (section.id === 'hours') return <Hours />;
  if (section.id === 'languages') return <Languages />;
  return <HistorySection />;
};

/** The settings in force that differ from the form. */
const Problems = () => {
  const { fileProblem, savedProblem } = useDesk().workspace.settings.current.value ?? {};
  const banner = (title: string, words: string) => (
    <div class="settings-banner" role="status">
      <Icon name="alert" />
      <p>
        <strong>{title}</strong> {words}
      </p>
    </div>
  );
  return (
    <>
      {fileProblem &&
        banner(
          'settings.json has a mistake. Its last good version is used.',
          `The person who runs the desk can correct it: ${fileProblem}`,
        )}
      {savedProblem &&
        banner(
          'What was saved here is not valid and is not used.',
          `Change it and save, or bring an earlier version back: ${savedProblem}`,
        )}
    </>
  );
};

const LeaveDialog = ({ onStay, onLeave }: { onStay(): void; onLeave(): void }) => (
  <Dialog title="Leave without saving?" onClose={onStay}>
    <p>Your changes to the settings will be lost.</p>
    <footer class="dialog-footer">
      <button type="button" class="button" onClick={onLeave}>
        Leave
      </button>
      <button type="button" class="button primary" onClick={onStay}>
        Stay
      </button>
    </footer>
  </Dialog>
);

/** @param moved whether the agent has chosen the section, whose title then has the focus */
const SectionTitle = ({ title, moved }: { title: string; moved: boolean }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (moved) heading.current?.focus();
  }, []);
  return (
    <h2 ref={heading} tabIndex={-1}>
      {title}
    </h2>
  );
};

const showWhole = (area: HTMLTextAreaElement): void => area.scrollIntoView?.({ block: 'nearest' });

/** What is saved: a form, which only admins can change. */
const SectionForm = ({ section, moved }: { section: Section; moved: boolean }) => {
  const { settings, self } = useDesk().workspace;
  const body = <Body key={section.id} section={section} />;
  return (
    <form
      id="settings-form"
      class="settings-form"
      noValidate
      // The browser scrolls to the caret of a long text alone.
      onFocusIn={({ target }) => target instanceof HTMLTextAreaElement && showWhole(target)}
      onSubmit={(event) => {
        event.preventDefault();
        if (settings.changes.peek() > 0 && !settings.conflict.peek()) void settings.save();
      }}
    >
      <Problems />
      <SectionTitle key={section.id} title={section.title} moved={moved} />
      {self.isAdmin.value ? (
        body
      ) : (
        <>
          <p class="secondary">You can read the settings. Only an admin can change them.</p>
          {section.id === 'history' ? (
            body
          ) : (
            <fieldset class="settings-read" disabled>
              {body}
            </fieldset>
          )}
        </>
      )}
    </form>
  );
};

const TEAM_SECTIONS: Partial<Record<SectionId, typeof TeamSection>> = {
  team: TeamSection,
  keys: KeysSection,
  integrations: IntegrationsSection,
  audit: AuditSection,
};

const Content = () => {
  const { settings, self, pages } = useDesk().workspace;
  const section = useSection();
  const moved = useRef(false);
  const status = settings.status.value;
  const Team = TEAM_SECTIONS[section.id];
  if (Team === undefined && status !== 'ready') {
    if (status === 'loading') {
      return (
        <p class="opening secondary settings-wait" role="status">
          Loading the settings…
        </p>
      );
    }
    return (
      <Notice
        icon="alert"
        title="The settings did not load"
        role="alert"
        action={{ label: 'Try again', run: settings.catchUp }}
      >
        {failureWords[status]}
      </Notice>
    );
  }
  const plain = Team !== undefined || section.plain || !self.isAdmin.value;
  return (
    <div class={`settings-body${plain ? ' plain' : ''}`}>
      <SectionNav
        active={section.id}
        onChange={(id) => {
          moved.current = true;
          pages.show(`settings-${id}`);
        }}
      />
      {Team ? (
        <div class="settings-form">
          <SectionTitle key={section.id} title={section.title} moved={moved.current} />
          <Team />
        </div>
      ) : (
        <SectionForm section={section} moved={moved.current} />
      )}
      {!plain && <Preview />}
    </div>
  );
};

/** The settings of the messenger, with a preview of it, and those of the team. */
export const SettingsPage = () => {
  const { workspace } = useDesk();
  const { settings, pages, self } = workspace;
  const [previewed, setPreviewed] = useState(false);
  const back = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => back.current?.focus(), []);
  const section = useSection();
  const editable = settings.status.value === 'ready' && self.isAdmin.value && !section.ofTeam;
  return (
    <main class="settings" data-view={previewed && editable && !section.plain ? 'preview' : 'form'}>
      <PageHeader title="Settings" back={back}>
        {editable && !section.plain && (
          <button
            type="button"
            class="button preview-toggle"
            aria-pressed={previewed}
            onClick={() => setPreviewed(!previewed)}
          >
            Preview
          </button>
        )}
      </PageHeader>
      <Content />
      {editable && <SaveBar />}
      <Announcer />
      {pages.asking.value && (
        <LeaveDialog onStay={() => pages.answer(false)} onLeave={() => pages.answer(true)} />
      )}
    </main>
  );
};
