import type { ComponentChildren } from 'preact';
import { useState } from 'react';
import type { ApiResult } from '../../model/apiResult';
import { OwnPassword } from '../account/OwnPassword';
import { Dialog } from '../parts/Dialog';
import { DialogForm } from '../parts/DialogForm';
import { useSubmission } from '../parts/useSubmission';
import { useDesk } from '../parts/view';
import { useTeamCall } from './useTeamCall';

type Props<T> = {
  title: string;
  act: 'Remove' | 'Withdraw' | 'Change' | 'Make the link' | 'Send again' | 'New link';
  /** Whether it asks for the admin's password. */
  proves?: boolean;
  run(password?: string): Promise<ApiResult<T>>;
  onDone(value: T): void;
  onClose(): void;
  children: ComponentChildren;
};

/** Asks before a change. */
export const QuestionDialog = <T,>({ title, act, proves, run, onDone, onClose, children }: Props<T>) => {
  const call = useTeamCall();
  const asks = useDesk().workspace.self.agent.value.hasPassword && proves === true;
  const [password, setPassword] = useState('');
  const submission = useSubmission(
    async () => {
      const done = await call(run(asks ? password : undefined), asks);
      if ('wrong' in done) return done.wrong;
      onDone(done.value);
      return undefined;
    },
    () => undefined,
  );
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogForm act={act} submission={submission} onCancel={onClose}>
        <p class="dialog-text">{children}</p>
        {asks && <OwnPassword autofocus value={password} onInput={setPassword} />}
      </DialogForm>
    </Dialog>
  );
};
