import type { Insights } from '../../state/pages/insights';
import { saveFile } from '../parts/saveFile';

/** Downloads the figures of the chosen period as a table. */
export const saveInsights = async (insights: Insights): Promise<void> => {
  const file = await insights.csv();
  if (file) saveFile(file, 'insights.csv');
};
