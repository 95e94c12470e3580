import { obj } from '../../../wire/decode';
import type { CreateCommands } from '../command';

export const createCommands: CreateCommands = ({ actions, misuse }) => ({
  'messenger:set.labels': (labels) =>
    obj(labels) === labels ? actions.customize({ labels }, misuse) : misuse('labels must be an object.'),
});
