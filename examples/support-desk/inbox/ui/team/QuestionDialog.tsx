import type { ComponentChildren } from 'preact';
import type { ApiResult } from '../../apiResult';
import { Dialog } from '../Dialog';
import { DialogForm } from '../DialogForm';
import { useSubmission } from '../useSubmission';
import { useTeamCall } from './useTeamCall';

type Props = {
  title: string;
  act: 'Remove' | 'Withdraw';
  run(): Promise<ApiResult<undefined>>;
  onDone(): void;
  onClose(): void;
  children: ComponentChildren;
};

/** Asks before something is removed. */
export const QuestionDialog = ({ title, act, run, onDone, onClose, children }: Props) => {
  const call = useTeamCall();
  const submission = useSubmission(async () => {
    const done = await call(run());
    return 'wrong' in done ? done.wrong : undefined;
  }, onDone);
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogForm act={act} submission={submission} onCancel={onClose}>
        <p class="dialog-text">{children}</p>
      </DialogForm>
    </Dialog>
  );
};
