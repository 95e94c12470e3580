import { useState } from 'react';
import type { AgentIntegration } from '../../../shared/answers/integrations';
import { Dialog } from '../parts/Dialog';
import { DialogForm } from '../parts/DialogForm';
import { TextField } from '../parts/TextField';
import { useSubmission } from '../parts/useSubmission';
import { useDesk } from '../parts/view';
import { useTeamCall } from '../team/useTeamCall';

type Props = {
  integration: AgentIntegration;
  /** The events that it can receive. */
  triggers: readonly string[];
  onMade(): void;
  onClose(): void;
};

/** Creates a webhook. */
export const WebhookDialog = ({ integration, triggers, onMade, onClose }: Props) => {
  const { api } = useDesk().workspace;
  const call = useTeamCall();
  const [target, setTarget] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>(['conversation:message']);
  const submission = useSubmission(async () => {
    if (!target.trim()) return 'Give its address.';
    if (chosen.length === 0) return 'Choose its events.';
    const made = await call(api.integrations.makeWebhook(integration.id, target.trim(), chosen));
    return 'wrong' in made ? made.wrong : undefined;
  }, onMade);
  return (
    <Dialog title={`New webhook of ${integration.displayName}`} wide onClose={onClose}>
      <DialogForm act="Save" submission={submission} onCancel={onClose}>
        <TextField
          label="Address"
          type="url"
          autocomplete="off"
          autofocus
          maxLength={2048}
          value={target}
          onInput={setTarget}
          hint="A public https address. The person who runs the desk can allow others by name."
        />
        <fieldset class="choices">
          <legend>Events</legend>
          {triggers.map((trigger) => (
            <label key={trigger}>
              <input
                type="checkbox"
                checked={chosen.includes(trigger)}
                onChange={({ currentTarget: { checked } }) =>
                  setChosen(triggers.filter((each) => (each === trigger ? checked : chosen.includes(each))))
                }
              />
              <span dir="ltr">{trigger}</span>
            </label>
          ))}
        </fieldset>
      </DialogForm>
    </Dialog>
  );
};
