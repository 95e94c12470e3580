import { visitShare } from './visitShare';

await visitShare(1);
