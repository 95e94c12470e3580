import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_NAME } from '../buildNpm.mjs';
import { listFiles } from '../keepBuilds.mjs';
import { npm, run } from '../run.mjs';
import { integrities, sums } from './hashes.mjs';
import { licenseList } from './licenses.mjs';
import { bundledPackages, installedPackages } from './packages.mjs';
import { sbom } from './sbom.mjs';
import { zip } from './zip.mjs';

/**
 * Makes all published files of a build.
 * @param {string} repository a built working copy
 * @param {string} out the folder for the files, which is emptied first
 * @param {number} [epoch] the time to write into the SBOMs, in seconds since 1970; none by default
 * @throws {Error} if npm cannot pack the package, or a package has no license
 */
export const writeArtifacts = async (repository, out, epoch) => {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const { version, license } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  /** @param {string} file @param {string | Uint8Array} content */
  const write = (file, content) => writeFileSync(join(out, file), content);

  const built = join(repository, 'build/npm');
  const pack = ['pack', built, '--pack-destination', out, '--silent'];
  if ((await run(npm, pack, { quiet: true })) !== 0) throw new Error('npm could not pack the package.');

  const dist = join(repository, 'build/dist');
  const bundled = bundledPackages(repository);
  const manifest = `${JSON.stringify({ version, files: integrities(dist) }, null, 2)}\n`;
  const licenses = licenseList(repository, bundled);
  write('sri.json', manifest);
  write('LICENSES.txt', licenses);
  write('sbom.cdx.json', await sbom({ name: PACKAGE_NAME, version, license }, bundled, epoch));
  const desk = { name: '@porch/support-desk', version, license };
  write('sbom-desk.cdx.json', await sbom(desk, installedPackages(repository), epoch));
  const widget = listFiles(dist).map((file) => [file, readFileSync(join(dist, file))]);
  write(
    `${PACKAGE_NAME}-${version}-cdn.zip`,
    zip({ ...Object.fromEntries(widget), 'sri.json': manifest, 'LICENSES.txt': licenses }),
  );
  write('SHA256SUMS', sums(out, readdirSync(out)));
};
