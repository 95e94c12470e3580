import { useState } from 'react';
import type { AgentPerson } from '../../../shared/answers/people';
import type { AgentCorrectionBody } from '../../../shared/bodies/visitors';
import { Dialog } from '../parts/Dialog';
import { DialogForm } from '../parts/DialogForm';
import { TextField } from '../parts/TextField';
import { useSubmission } from '../parts/useSubmission';
import { useDesk } from '../parts/view';

/** What is known now: what an agent typed, or what was given. */
const known = ({ displayName, nameFrom, phone, visitor }: AgentPerson) => {
  const typed = (field: string) => visitor.corrections?.find((one) => one.field === field)?.value;
  return {
    name: typed('name') ?? (nameFrom === 'desk' ? '' : displayName),
    email: typed('email') ?? visitor.email ?? '',
    phone: typed('phone') ?? phone ?? '',
  };
};

/** Only what was changed. An emptied field takes back a correction. */
const changed = (before: ReturnType<typeof known>, after: ReturnType<typeof known>): AgentCorrectionBody =>
  Object.fromEntries(
    Object.entries(after)
      .map(([field, value]) => [field, value.trim()] as const)
      .filter(([field, value]) => value !== before[field as keyof typeof before])
      .map(([field, value]) => [field, value === '' ? null : value]),
  );

/** Corrects the name, the address and the phone number of a visitor. */
export const CorrectDialog = ({ person, onClose }: { person: AgentPerson; onClose(): void }) => {
  const { people } = useDesk().workspace;
  const before = known(person);
  const [fields, setFields] = useState(before);
  const set = (field: keyof typeof before) => (value: string) => setFields({ ...fields, [field]: value });
  const body = changed(before, fields);
  const submission = useSubmission(() => people.correct(person.visitor.appUserId, body), onClose);
  return (
    <Dialog title="Correct this visitor" onClose={onClose}>
      <DialogForm
        act="Save"
        submission={submission}
        incomplete={Object.keys(body).length === 0}
        onCancel={onClose}
      >
        <TextField
          label="Name"
          value={fields.name}
          onInput={set('name')}
          autocomplete="off"
          maxLength={200}
          autofocus
        />
        <TextField
          label="Email"
          type="email"
          value={fields.email}
          onInput={set('email')}
          autocomplete="off"
          hint="It is not verified. Emails go there unless the visitor’s login states another address."
        />
        <TextField
          label="Phone"
          value={fields.phone}
          onInput={set('phone')}
          autocomplete="off"
          maxLength={40}
        />
        <p class="dialog-text">
          Visitors do not see this. What the login or the page states stays beside it; an emptied field brings
          it back.
        </p>
      </DialogForm>
    </Dialog>
  );
};
