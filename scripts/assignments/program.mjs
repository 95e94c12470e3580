/** The types that `check-assignments.mjs` needs, at a small cost. */
import { createRequire } from 'node:module';
import { root } from '../run.mjs';

// TypeScript 7 has no API yet. The bundler brings a version that has one.
const require = createRequire(createRequire(import.meta.url).resolve('microbundle'));
/** @type {any} */
export const ts = require('typescript');

/** Libraries that are slow to read. The desk's own types do not come from them. */
const UNREAD =
  /^(@aws-sdk|@electric-sql|drizzle-orm|imapflow|ioredis|jose|mailparser|nodemailer|pg|pino|vite)(\/|$)/;

/** @param {string[]} files absolute paths @returns {any} a program that knows their types */
export const programOf = (files) => {
  const options = {
    allowImportingTsExtensions: true,
    baseUrl: root,
    jsx: ts.JsxEmit.Preserve,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.NodeJs,
    noEmit: true,
    paths: { '@porch/messenger/*': ['src/*'] },
    skipLibCheck: true,
    strict: true,
    target: ts.ScriptTarget.ES2022,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const cache = ts.createModuleResolutionCache(root, (/** @type {string} */ name) => name, options);
  host.resolveModuleNames = (/** @type {string[]} */ names, /** @type {string} */ from) =>
    names.map((name) =>
      UNREAD.test(name) ? undefined : ts.resolveModuleName(name, from, options, host, cache).resolvedModule,
    );
  // This version of TypeScript does not know constant type parameters, which valibot has.
  const { getSourceFile } = host;
  host.getSourceFile = (
    /** @type {string} */ name,
    /** @type {any} */ target,
    /** @type {any[]} */ ...rest
  ) =>
    name.includes('/node_modules/valibot/')
      ? ts.createSourceFile(name, ts.sys.readFile(name).replace(/([<,]\s*)const (?=[A-Z])/g, '$1'), target)
      : getSourceFile(name, target, ...rest);
  // Libraries ask for the types of Node, which own nothing.
  host.resolveTypeReferenceDirectives = (/** @type {string[]} */ names) => names.map(() => undefined);
  return ts.createProgram(files, options, host);
};
