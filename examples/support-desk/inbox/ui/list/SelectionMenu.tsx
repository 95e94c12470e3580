import type { Task } from '../../model/manyWords';
import { snoozesAt } from '../../model/snoozes';
import { MenuButton } from '../parts/MenuButton';
import { useDesk } from '../parts/view';

type Props = { onAct(task: Task): void; onChooseTime(): void };

/** What else can be done to the selected conversations: assign, snooze, block. */
export const SelectionMenu = ({ onAct, onChooseTime }: Props) => {
  const { inbox, workspace } = useDesk();
  const { team } = workspace;
  const assign = (id: string, label: string) => ({
    id,
    label,
    run: () => onAct({ act: 'assign', agentId: id }),
  });
  return (
    <MenuButton
      label="More for the selected conversations"
      icon="dots"
      place="below"
      onOpen={() => void team.refresh()}
      groups={[
        {
          title: 'Assign to',
          items: [
            assign(team.ownId, 'Me'),
            ...team.colleagues.value.map(({ id, label, online }) =>
              assign(id, online ? label : `${label} (not here)`),
            ),
            ...team.bots.value.map(({ id, label }) => assign(id, label)),
          ],
        },
        {
          title: 'Snooze',
          items: [
            ...snoozesAt(inbox.now.value).map(({ id, label, until }) => ({
              id,
              label,
              run: () => onAct({ act: 'snooze', until }),
            })),
            { id: 'snooze', label: 'Until a date and time…', run: onChooseTime },
          ],
        },
        {
          title: 'Visitors',
          items: [{ id: 'block', label: 'Block', run: () => onAct({ act: 'block' }) }],
        },
      ]}
    />
  );
};
