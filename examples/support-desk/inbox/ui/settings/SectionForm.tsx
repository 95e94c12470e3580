import { useLayoutEffect, useRef } from 'react';
import type { Group, Section } from '../../model/settings/sections';
import { Icon } from '../parts/Icon';
import { useDesk } from '../parts/view';
import { Campaigns } from './Campaigns';
import { Channels } from './Channels';
import { Colors } from './Colors';
import { HistorySection } from './HistorySection';
import { Hours } from './Hours';
import { Languages } from './Languages';
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

/** The current settings that differ from the form. */
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

/** @param moved whether the agent has chosen the section; then its title takes the focus */
export const SectionTitle = ({ title, moved }: { title: string; moved: boolean }) => {
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

/** The form for what is saved, which only admins can change. */
export const SectionForm = ({ section, moved }: { section: Section; moved: boolean }) => {
  const { settings, self } = useDesk().workspace;
  const body = <Body key={section.id} section={section} />;
  return (
    <form
      id="settings-form"
      class="settings-form"
      noValidate
      // The browser would scroll to the caret only, at the end of a long text.
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
