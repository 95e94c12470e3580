import { existsSync } from 'node:fs';
import { DEBIAN, DEBIAN_FOLDER, made, PACKAGES, type Row } from './row';

/** `early` and `late`: what is special where it comes before the tag, and after the launcher. */
type Old = { name: string; files: readonly string[]; early?: Partial<Row>; late?: Partial<Row> };

const MOOTOOLS = { inRealm: 'it has a `Document` of its own' };

/**
 * Libraries of the years in which pages shared all globals, as published. npm has no Prototype and no MooTools for
 * browsers, so theirs are Debian's. These were tried from their own repositories, before the tag and after the launcher,
 * and work: Prototype 1.4.0, 1.5.0, 1.5.1, 1.6.0 to 1.6.0.3, 1.6.1 and 1.7; MooTools 1.2.0, 1.2.6, 1.3.2, 1.5.2 and 1.6.0; Ext 3.3 and
 * 4.1. So were Ext 6.2 and YUI 3.5 and 3.18 of npm, which are too large to install or bring `request` along.
 */
const OLD: readonly Old[] = [
  { name: 'Prototype 1.7', files: [`${DEBIAN}/prototype/prototype.js`] },
  {
    name: 'MooTools 1.4',
    files: [`${DEBIAN}/mootools/mootools.js`],
    early: MOOTOOLS,
    late: { everyRun: true },
  },
  {
    name: 'MooTools 1.4 with More',
    files: ['mootools', 'mootools-more'].map((file) => `${DEBIAN}/mootools/${file}.js`),
    early: MOOTOOLS,
  },
  { name: 'Dojo 1.6', files: [`${PACKAGES}/dojo-1.6/dojo.js`] },
  { name: 'Dojo 1.17', files: [`${PACKAGES}/dojo/dojo.js`] },
  { name: 'YUI 2', files: [`${PACKAGES}/yui2/build/yuiloader-dom-event/yuiloader-dom-event.js`] },
  { name: 'core-js 2', files: [`${PACKAGES}/core-js-2/client/shim.min.js`] },
  { name: 'Zone.js 0.8', files: [`${PACKAGES}/zone.js-0.8/dist/zone.min.js`] },
  {
    name: 'the shims of ES5 and ES6',
    files: ['es5-shim/es5-shim', 'es5-shim/es5-sham', 'es6-shim/es6-shim', 'es6-shim/es6-sham'].map(
      (file) => `${PACKAGES}/${file}.min.js`,
    ),
  },
];

/** Loads the files one after another, for `afterwards`. */
const loading = (files: readonly string[]): string =>
  `(async () => {
    for (const src of ${JSON.stringify(files)})
      await new Promise((onload, onerror) =>
        document.head.append(Object.assign(document.createElement('script'), { src, onload, onerror })));
  })()`;

/** Each library before the tag, and after the launcher. */
export const OLD_LIBRARIES: readonly Row[] = OLD.flatMap(({ name, files, early, late }) => {
  // Not every system has Debian's packages.
  const missing = (file: string) =>
    file.startsWith(DEBIAN) && !existsSync(file.replace(DEBIAN, DEBIAN_FOLDER));
  if (files.some(missing)) return [];
  const either = { possibleGlobals: /./ };
  const tags = files.map((src) => `<script src="${src}"></script>`).join('');
  return [
    made(`${name} before the tag`, { head: tags }, { ...either, ...early }),
    made(`${name} after the launcher`, {}, { ...either, ...late, afterwards: loading(files) }),
  ];
});
