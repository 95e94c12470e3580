import { useLayoutEffect, useRef, useState } from 'react';
import { failureWords } from '../../model/apiResult';
import type { SectionId } from '../../model/settings/sections';
import {
  AuditSection,
  IntegrationsSection,
  KeysSection,
  SavedRepliesSection,
  TeamSection,
} from '../lazyPages';
import { Announcer } from '../parts/Announcer';
import { Dialog } from '../parts/Dialog';
import { Notice } from '../parts/Notice';
import { PageHeader } from '../parts/PageHeader';
import { useDesk } from '../parts/view';
import { Preview } from './Preview';
import { SaveBar } from './SaveBar';
import { SectionForm, SectionTitle } from './SectionForm';
import { SectionNav, useSection } from './SectionNav';

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

/** The sections with their own forms, which are saved apart. */
const OWN_SECTIONS: Partial<Record<SectionId, typeof TeamSection>> = {
  replies: SavedRepliesSection,
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
  const Own = OWN_SECTIONS[section.id];
  if (Own === undefined && status !== 'ready') {
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
  const plain = Own !== undefined || section.plain || !self.isAdmin.value;
  return (
    <div class={`settings-body${plain ? ' plain' : ''}`}>
      <SectionNav
        active={section.id}
        onChange={(id) => {
          moved.current = true;
          pages.show(`settings-${id}`);
        }}
      />
      {Own ? (
        <div class="settings-form">
          <SectionTitle key={section.id} title={section.title} moved={moved.current} />
          <Own />
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
  const editable =
    settings.status.value === 'ready' && self.isAdmin.value && !section.ofTeam && !section.apart;
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
