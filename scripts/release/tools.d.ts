/**
 * The types of the release's own packages, as far as it uses them. Only `npm run release` installs those packages;
 * checks run without them.
 */
declare module 'fflate' {
  type Options = { level: 0 | 9; mtime: Date; os: number; attrs: number };
  export const zipSync: (files: Record<string, [Uint8Array, Options]>) => Uint8Array;
  export const unzipSync: (zip: Uint8Array) => Record<string, Uint8Array>;
}

declare module 'publint' {
  export type Message = { code: string };
  export const publint: (options: {
    pack: { tarball: ArrayBuffer };
    strict: boolean;
  }) => Promise<{ messages: Message[]; pkg: object }>;
}

declare module 'publint/utils' {
  export const formatMessage: (
    message: import('publint').Message,
    pkg: object,
    options: { color: boolean },
  ) => string;
}

declare module '@arethetypeswrong/core' {
  type Problem = { kind: string; entrypoint?: string; resolutionKind?: string; fileName?: string };
  export const createPackageFromTarballData: (data: Uint8Array) => object;
  export const checkPackage: (pkg: object) => Promise<{ types: false | object; problems?: Problem[] }>;
}

declare module '@cyclonedx/cyclonedx-library' {
  type Bom = { components: Set<Component>; metadata: Metadata };
  type Metadata = { component?: Component; timestamp?: Date };
  type Component = {
    bomRef: object;
    purl?: string;
    version?: string;
    licenses: Set<object>;
    hashes: Map<string, string>;
    dependencies: Set<object>;
  };
  export const Models: {
    Bom: new () => Bom;
    Component: new (type: string, name: string, options: Record<string, unknown>) => Component;
  };
  export const Contrib: {
    License: { Factories: { LicenseFactory: new () => { makeFromString(text: string): object } } };
  };
  export const Spec: { Spec1dot6: object; Version: Record<string, string> };
  export const Serialize: {
    JsonSerializer: new (
      factory: object,
    ) => {
      serialize(bom: Bom, options: { sortLists: boolean; space: number }): string;
    };
    JSON: { Normalize: { Factory: new (spec: object) => object } };
  };
  export const Validation: {
    JsonStrictValidator: new (
      version: string | undefined,
    ) => { validate(json: string): Promise<object | null> };
  };
}
