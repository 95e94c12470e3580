import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/run.mjs';
import { folderForThisFile } from '../support/folder';

const folder = folderForThisFile();

const read = (name: string) => readFileSync(join(root, 'examples/support-desk/deploy', name), 'utf8');
const settings = (name: string) =>
  read(name)
    .split('\n')
    .filter((line) => /^[A-Z]\w+=/.test(line));

describe('the units of systemd', () => {
  it('of several processes differ from that of one in the port and the memory of each', () => {
    const one = settings('porch.service');
    const several = settings('porch@.service');
    const changed = /^(Description|Environment|MemoryHigh|MemoryMax)=/;
    expect(several.filter((line) => !changed.test(line))).toEqual(one.filter((line) => !changed.test(line)));
    const [environment] = one.filter((line) => line.startsWith('Environment='));
    expect(several).toContain(environment?.replace('PORT=8080', 'PORT=%i'));
  });

  it.runIf(existsSync('/usr/bin/systemd-analyze')).each(['porch.service', 'porch@.service'])(
    'is one that systemd takes: %s',
    (name) => {
      const unit = join(folder, name.replace('@', '@8081'));
      // systemd looks whether the program and the user are on this machine.
      const here = read(name)
        .replace('/usr/bin/node', process.execPath)
        .replace(/^(User|Group)=porch$/gm, '$1=root');
      writeFileSync(unit, here);
      const { stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
      expect(stderr.split('\n').filter((line) => line.includes('porch'))).toEqual([]);
    },
  );
});
