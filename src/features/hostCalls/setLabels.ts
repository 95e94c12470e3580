import { obj } from '../../wire/decode';
import type { LazyCommand } from './lazyCommand';

const setLabels: LazyCommand = ({ actions, misuse }, labels) =>
  obj(labels) === labels ? actions.customize({ labels }, misuse) : misuse('labels must be an object.');

export const LABELS: Record<string, LazyCommand> = { 'messenger:set.labels': setLabels };
