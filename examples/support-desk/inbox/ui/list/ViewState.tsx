import { useState } from 'react';
import type { AgentSavedView } from '../../../shared/answers/work';
import { isSameChoice, WHOLE } from '../../model/listViews';
import type { MenuItem } from '../parts/MenuButton';
import { useDesk } from '../parts/view';

/** What can be done with the saved view that the list shows. */
export const useViewItems = (): MenuItem[] => {
  const { workspace, view } = useDesk();
  const { listing, savedViews } = workspace;
  const current = savedViews.current.value;
  const isPlain = isSameChoice({ ...listing.chosen.value, view: 'open', saved: '' }, WHOLE);
  return [
    ...(isPlain && !listing.search.value
      ? []
      : [{ id: 'save', label: 'Save as a view…', run: () => view.show('saveView') }]),
    ...(current
      ? [
          { id: 'change', label: 'Change the view…', run: () => view.show('changeView') },
          { id: 'remove', label: 'Remove the view…', run: () => view.show('removeView') },
        ]
      : []),
  ];
};

const Changed = ({ view }: { view: AgentSavedView }) => {
  const { savedViews } = useDesk().workspace;
  const [problem, setProblem] = useState('');
  const save = async (): Promise<void> =>
    setProblem((await savedViews.change(view, { filter: savedViews.filter.peek() })) ?? '');
  return (
    <div class="view-changed">
      <p role="status">{problem || 'Changed'}</p>
      <button type="button" class="button quiet" onClick={() => savedViews.show(view)}>
        Reset
      </button>
      <button type="button" class="button quiet" onClick={() => void save()}>
        {view.shared ? 'Save for the team' : 'Save'}
      </button>
    </div>
  );
};

/** Shows that the list differs from its saved view. */
export const ViewChanged = () => {
  const { savedViews } = useDesk().workspace;
  const view = savedViews.current.value;
  return view && savedViews.isChanged.value ? <Changed key={view._id} view={view} /> : null;
};
