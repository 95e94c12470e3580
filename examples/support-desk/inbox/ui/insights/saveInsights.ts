import type { InsightTable } from '../../services/insightsApi';
import { saveFile } from '../parts/saveFile';
import type { Desk } from '../parts/view';

/** Downloads a table of the chosen period. */
export const saveInsights = async (
  { inbox, workspace }: Pick<Desk, 'inbox' | 'workspace'>,
  table: InsightTable,
): Promise<void> => {
  const answer = await workspace.insights.csv(table);
  if (answer) saveFile(inbox.clock, answer.file, answer.name);
};
