import { useId, useRef, useState } from 'react';
import type { AgentSavedView } from '../../../shared/answers/work';
import { filterWords } from '../../model/viewWords';
import { Dialog } from '../parts/Dialog';
import { DialogForm } from '../parts/DialogForm';
import { TextField } from '../parts/TextField';
import { useSubmission } from '../parts/useSubmission';
import { useDesk } from '../parts/view';

type FormProps = { view?: AgentSavedView; onClose(): void };

/** Saves what the list shows as a view, or gives a view another name or to the team. */
const ViewForm = ({ view, onClose }: FormProps) => {
  const { savedViews, team } = useDesk().workspace;
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.shared ?? false);
  /** The version that the agent has seen. */
  const read = useRef(view);
  const id = useId();
  const save = async (): Promise<string | undefined> => {
    const given = name.trim();
    if (!read.current) return savedViews.add(given, shared);
    const problem = await savedViews.change(read.current, { name: given, shared });
    const now = savedViews.all.peek().find(({ _id }) => _id === view?._id);
    if (problem === undefined || !now || now.savedAt === read.current.savedAt) return problem;
    read.current = now;
    return `${problem} It is now “${now.name}”. Save again to replace that.`;
  };
  const submission = useSubmission(save, onClose);
  const filter = view?.filter ?? savedViews.filter.value;
  return (
    <DialogForm act="Save" submission={submission} incomplete={!name.trim()} onCancel={onClose}>
      <p class="dialog-text">
        It shows: <span dir="auto">{filterWords(filter, team.labelOf)}.</span>
      </p>
      <TextField label="Name" value={name} onInput={setName} autocomplete="off" maxLength={60} autofocus />
      {view?.shared ? (
        <p class="meta">
          It is the team’s. Everybody can change it, and admins see in the audit log who did.
        </p>
      ) : (
        <fieldset class="choices">
          <legend>Who has it</legend>
          {[false, true].map((one) => (
            <label key={String(one)}>
              <input type="radio" name={id} checked={shared === one} onChange={() => setShared(one)} />
              <span>{one ? 'The team' : 'Only you'}</span>
            </label>
          ))}
        </fieldset>
      )}
    </DialogForm>
  );
};

const RemoveForm = ({ view, onClose }: { view: AgentSavedView; onClose(): void }) => {
  const { savedViews } = useDesk().workspace;
  const submission = useSubmission(() => savedViews.remove(view._id), onClose);
  return (
    <DialogForm act="Remove" submission={submission} onCancel={onClose}>
      <p class="dialog-text">
        <bdi>{view.name}</bdi> {view.shared ? 'goes for the whole team.' : 'is only yours.'} Conversations
        stay as they are.
      </p>
    </DialogForm>
  );
};

/** The open dialog about a saved view. */
export const ViewDialog = ({ dialog }: { dialog: 'saveView' | 'changeView' | 'removeView' }) => {
  const { workspace, view } = useDesk();
  // A colleague may remove it while the dialog is open.
  const [current] = useState(() => workspace.savedViews.current.peek());
  const close = (): void => view.show(undefined);
  if (dialog === 'saveView')
    return (
      <Dialog title="Save as a view" onClose={close}>
        <ViewForm onClose={close} />
      </Dialog>
    );
  if (!current) return null;
  return (
    <Dialog title={dialog === 'changeView' ? 'Change the view' : 'Remove the view?'} onClose={close}>
      {dialog === 'changeView' ? (
        <ViewForm view={current} onClose={close} />
      ) : (
        <RemoveForm view={current} onClose={close} />
      )}
    </Dialog>
  );
};
