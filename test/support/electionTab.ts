/** The script that each tab of test/browser/election.test.ts runs, once bundled. */
import { createPage } from '../../src/platform/page';
import { createElection, locksOf } from '../../src/platform/tabs';

export const election = createElection({
  locks: locksOf(window),
  name: 'ZD-web.elected',
  page: createPage(window, (name) => document[name]),
});
