import { Contrib, Models, Serialize, Spec, Validation } from '@cyclonedx/cyclonedx-library';

/** @typedef {import('./packages.mjs').Package} Package */
/** @typedef {Pick<Package, 'name' | 'version' | 'license'>} Product */

/** @param {Product} product @param {'library' | 'application'} type */
const componentOf = ({ name, version, license }, type) => {
  const [scoped, group] = /^(@[^/]+)\//.exec(name) ?? ['', undefined];
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const component = new Models.Component(type, name.slice(scoped.length), {
    bomRef: purl,
    group,
    purl,
    version,
  });
  component.licenses.add(new Contrib.License.Factories.LicenseFactory().makeFromString(license));
  return component;
};

/** @param {Package} one */
const libraryOf = (one) => {
  const component = componentOf(one, 'library');
  const [, sha512 = ''] = /sha512-(\S+)/.exec(one.integrity) ?? [];
  component.hashes.set('SHA-512', Buffer.from(sha512, 'base64').toString('hex'));
  return component;
};

/**
 * Lists the components of a product, as CycloneDX 1.6. The list has no random number, and a time only if one is given,
 * so that it is the same for two builds.
 * @param {Product} product
 * @param {Package[]} packages
 * @param {number} [epoch] seconds since 1970
 * @returns {Promise<string>} JSON
 * @throws {Error} if the list breaks the schema of CycloneDX
 */
export const sbom = async (product, packages, epoch) => {
  const bom = new Models.Bom();
  const component = componentOf(product, 'application');
  bom.metadata.component = component;
  if (epoch !== undefined) bom.metadata.timestamp = new Date(epoch * 1000);
  for (const library of packages.map(libraryOf)) {
    bom.components.add(library);
    component.dependencies.add(library.bomRef);
  }
  const factory = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  const text = new Serialize.JsonSerializer(factory).serialize(bom, { sortLists: true, space: 2 });
  const problem = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text);
  if (problem) throw new Error(`The SBOM of ${product.name} is not valid: ${JSON.stringify(problem)}`);
  return `${text}\n`;
};
