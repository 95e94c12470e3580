import { useRef } from 'react';
import { labelOf } from '../../model/settings/labels';
import { Icon } from '../parts/Icon';
import { useDesk } from '../parts/view';

const count = (n: number): string => (n === 1 ? '1 unsaved change' : `${n} unsaved changes`);

/** Called when another agent has saved, before anything can be overwritten. */
const ConflictNotice = () => {
  const { settings } = useDesk().workspace;
  const met = settings.conflict.value;
  if (!met) return null;
  const { theirs, both } = met;
  return (
    <div class="settings-banner" role="alert">
      <Icon name="alert" />
      <div>
        <p>
          <strong>
            {theirs.author ?? 'Somebody'} has saved version {theirs.version} while you were editing.
          </strong>{' '}
          Your changes are not saved.
        </p>
        {both.length > 0 && <p>You have both changed: {both.map(labelOf).join(', ')}.</p>}
        <p class="settings-actions">
          <button type="button" class="button" onClick={settings.keepMine}>
            Put my changes on top
          </button>
          <button type="button" class="button" onClick={settings.takeTheirs}>
            Drop my changes
          </button>
        </p>
      </div>
    </div>
  );
};

/** Saves, discards and undoes, and reports the result. */
export const SaveBar = () => {
  const { settings } = useDesk().workspace;
  const changes = settings.changes.value;
  const saving = settings.saving.value;
  const version = settings.current.value?.version ?? 0;
  const blocked = saving || settings.conflict.value !== undefined;
  const mistakes = [...new Set([...settings.issues.value.keys()].map(labelOf))];
  const status = useRef<HTMLParagraphElement>(null);
  /** Moves the focus from a pressed button, which is disabled or gone a moment later. Enter in a field presses Save too. */
  const handOn = ({ currentTarget }: { currentTarget: HTMLElement }): void => {
    if (document.activeElement === currentTarget) status.current?.focus();
  };
  return (
    <footer class="save-bar">
      <ConflictNotice />
      <div role="alert">
        {settings.problem.value && <p class="error">{settings.problem.value}</p>}
        {mistakes.length > 0 && <p class="error">Not possible as it is: {mistakes.join(', ')}.</p>}
      </div>
      <div class="save-row">
        <div class="settings-actions">
          <p ref={status} class="save-status" role="status" tabIndex={-1}>
            {saving ? 'Saving…' : changes > 0 ? count(changes) : settings.done.value}
          </p>
          {changes === 0 && version > 0 && (
            <button
              type="button"
              class="button"
              disabled={blocked}
              onClick={(event) => {
                handOn(event);
                void settings.restore(version - 1);
              }}
            >
              Undo the last save
            </button>
          )}
          {changes > 0 && (
            <button
              type="button"
              class="button"
              disabled={saving}
              onClick={(event) => {
                handOn(event);
                settings.discard();
              }}
            >
              Discard
            </button>
          )}
          <button
            type="submit"
            form="settings-form"
            class="button primary"
            disabled={blocked || changes === 0}
            onClick={handOn}
          >
            Save
          </button>
        </div>
      </div>
    </footer>
  );
};
