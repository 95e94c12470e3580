import { useLayoutEffect, useRef, useState } from 'react';
import { failureWords } from '../../apiResult';
import { type Group, SECTIONS, type Section, type SectionId, sectionOf } from '../../model/settings/sections';
import { Announcer } from '../Announcer';
import { Dialog } from '../Dialog';
import { Icon } from '../Icon';
import { Notice } from '../Notice';
import { useDesk } from '../view';
import { Campaigns } from './Campaigns';
import { Channels } from './Channels';
import { Colors } from './Colors';
import { HistorySection } from './HistorySection';
import { Hours } from './Hours';
import { Languages } from './Languages';
import { Preview } from './Preview';
import { SaveBar } from './SaveBar';
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

/** The number of mistakes in each section. */
const useMistakes = (): ReadonlyMap<SectionId | undefined, number> => {
  const { settings } = useDesk().workspace;
  const counts = new Map<SectionId | undefined, number>();
  for (const path of settings.issues.value.keys()) {
    const id = sectionOf(path);
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
};

const SectionNav = ({ active, onChange }: { active: SectionId; onChange(id: SectionId): void }) => {
  const mistakes = useMistakes();
  const labelOf = ({ id, title }: Section): string => {
    const found = mistakes.get(id);
    return found ? `${title} (${found === 1 ? '1 mistake' : `${found} mistakes`})` : title;
  };
  return (
    <nav class="settings-nav" aria-label="Settings">
      <ul>
        {SECTIONS.map((section) => (
          <li key={section.id}>
            <button
              type="button"
              class="settings-link"
              aria-current={section.id === active ? 'page' : undefined}
              onClick={() => onChange(section.id)}
            >
              {labelOf(section)}
            </button>
          </li>
        ))}
      </ul>
      <select
        aria-label="Section"
        value={active}
        onChange={(event) => onChange(event.currentTarget.value as SectionId)}
      >
        {SECTIONS.map((section) => (
          <option key={section.id} value={section.id}>
            {labelOf(section)}
          </option>
        ))}
      </select>
    </nav>
  );
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

const Loaded = () => {
  const { settings } = useDesk().workspace;
  const [active, setActive] = useState<SectionId>('launcher');
  const heading = useRef<HTMLHeadingElement>(null);
  const section = SECTIONS.find(({ id }) => id === active) as Section;
  const go = (id: SectionId): void => {
    setActive(id);
    heading.current?.focus();
  };
  return (
    <div class="settings-body">
      <SectionNav active={active} onChange={go} />
      <form
        id="settings-form"
        class="settings-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (settings.changes.peek() > 0 && !settings.conflict.peek()) void settings.save();
        }}
      >
        <Problems />
        <h2 ref={heading} tabIndex={-1}>
          {section.title}
        </h2>
        <Body key={active} section={section} />
      </form>
      <Preview />
    </div>
  );
};

const Content = () => {
  const { settings } = useDesk().workspace;
  const status = settings.status.value;
  if (status === 'ready') return <Loaded />;
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
};

/** The settings of the messenger, with a preview of it. */
export const SettingsPage = () => {
  const { workspace, view } = useDesk();
  const { settings } = workspace;
  const [leaving, setLeaving] = useState(false);
  const [previewed, setPreviewed] = useState(false);
  const back = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => back.current?.focus(), []);
  const leave = (): void => {
    settings.leave();
    view.focus('menu');
  };
  const ready = settings.status.value === 'ready';
  return (
    <main class="settings" data-view={previewed ? 'preview' : 'form'}>
      <header class="pane-header">
        <button
          ref={back}
          type="button"
          class="icon-button"
          aria-label="Back to the inbox"
          onClick={() => (settings.changes.peek() > 0 ? setLeaving(true) : leave())}
        >
          <Icon name="back" />
        </button>
        <h1>Settings</h1>
        {ready && (
          <button
            type="button"
            class="button preview-toggle"
            aria-pressed={previewed}
            onClick={() => setPreviewed(!previewed)}
          >
            Preview
          </button>
        )}
      </header>
      <Content />
      {ready && <SaveBar />}
      <Announcer />
      {leaving && <LeaveDialog onStay={() => setLeaving(false)} onLeave={leave} />}
    </main>
  );
};
