/** Copies small modules into the lazy files that use them: as a chunk of their own, they would be one more request. */
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The modules, by the folder that has its own copy of them. */
const COPIES = {
  'features/analytics': ['platform/consentLevel'],
  'features/campaigns': ['platform/consentLevel'],
};

/** @param {string} folder the compiled sources */
export const makeOwnCopies = (folder) => {
  for (const [user, modules] of Object.entries(COPIES))
    for (const module of modules) {
      const copy = `${module}.${user.replace('/', '-')}`;
      copyFileSync(join(folder, `${module}.js`), join(folder, `${copy}.js`));
      for (const file of readdirSync(join(folder, user)).filter((name) => name.endsWith('.js'))) {
        const path = join(folder, user, file);
        writeFileSync(path, readFileSync(path, 'utf8').replace(`/${module}'`, `/${copy}'`));
      }
    }
};
