import { saveFile } from '../parts/saveFile';
import type { Desk } from '../parts/view';

/** Downloads the figures of the chosen period as a table. */
export const saveInsights = async ({
  inbox,
  workspace,
}: Pick<Desk, 'inbox' | 'workspace'>): Promise<void> => {
  const file = await workspace.insights.csv();
  if (file) saveFile(inbox.clock, file, 'insights.csv');
};
