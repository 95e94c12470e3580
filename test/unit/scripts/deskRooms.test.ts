import { expect, it } from 'vitest';
import { deskRoomProblems } from '../../../scripts/deskRooms.mjs';
import { graphOf } from '../../../scripts/importGraph.mjs';

/** What the check finds in a file of the desk, beside files of other rooms. */
const check = (file: string, code: string) =>
  deskRoomProblems(
    graphOf(
      new Map([
        ['server/routes/agent.ts', ''],
        ['server/model/ids.ts', ''],
        ['server/sunshine/calls.ts', ''],
        ['inbox/ui/team/TeamSection.tsx', ''],
        ['shared/answers/work.ts', ''],
        ['shared/lists.ts', ''],
        [file, code],
      ]),
    ),
  );

it.each([
  ['a lower room', 'server/domain/a.ts', "import { id } from '../model/ids';"],
  ['types of a room', 'server/domain/a.ts', "import type { A } from '../../shared/answers/work';"],
  ['a lower room, lazily', 'server/start/a.ts', "const a = await import('../routes/agent');"],
  ['a page of the inbox, lazily', 'inbox/ui/lazyPages.tsx', "import('./team/TeamSection');"],
  ['faye in its room', 'server/realtime/a.ts', "import faye from 'faye';"],
  ['nothing, in a folder of a room without rooms', 'server/domain/new/a.ts', ''],
])('a file may import %s', (_, file, code) => {
  expect(check(file, code)).toEqual([]);
});

it.each([
  ['a higher room', 'server/words/a.ts', "import { a } from '../routes/agent';"],
  ['a higher room, lazily', 'server/words/a.ts', "const a = await import('../routes/agent');"],
  ['a page from another file, lazily', 'inbox/ui/parts/a.tsx', "import('../team/TeamSection');"],
  ['the server from the lazy pages', 'inbox/ui/lazyPages.tsx', "import('../../server/routes/agent');"],
  ['the code of answers', 'server/domain/a.ts', "import { a } from '../../shared/answers/work';"],
  ['faye', 'server/domain/a.ts', "import faye from 'faye';"],
  ['a part of faye', 'server/domain/a.ts', "import client from 'faye/src/protocol/client';"],
  ['a package, lazily', 'server/domain/a.ts', "import('ioredis');"],
  ['anything, in a new folder of the pages', 'inbox/ui/new/a.tsx', ''],
  ['anything, in a new folder of the state', 'inbox/state/new/a.ts', ''],
  ['anything, in a new room', 'server/new/a.ts', ''],
])('a file may not import %s', (_, file, code) => {
  expect(check(file, code)).toHaveLength(1);
});
