import { useState } from 'react';
import { Dialog } from '../parts/Dialog';
import { DialogForm } from '../parts/DialogForm';
import { useSubmission } from '../parts/useSubmission';
import { useDesk } from '../parts/view';
import { NameField, nameProblem } from '../team/NameField';
import { useTeamCall } from '../team/useTeamCall';

/** Creates an integration. @param onMade called once it exists */
export const IntegrationDialog = ({ onMade, onClose }: { onMade(): void; onClose(): void }) => {
  const { api } = useDesk().workspace;
  const call = useTeamCall();
  const [name, setName] = useState('');
  const submission = useSubmission(async () => {
    const wrong = nameProblem(name);
    if (wrong) return wrong;
    const made = await call(api.integrations.make(name.trim()));
    return 'wrong' in made ? made.wrong : undefined;
  }, onMade);
  return (
    <Dialog title="New bot or bridge" onClose={onClose}>
      <DialogForm act="Save" submission={submission} onCancel={onClose}>
        <NameField
          value={name}
          onInput={setName}
          hint="Visitors and colleagues read it, such as “Order bot”."
        />
      </DialogForm>
    </Dialog>
  );
};
