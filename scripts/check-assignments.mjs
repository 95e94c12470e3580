/**
 * Checks that no file in src/ assigns to a member of another file's object, or to a signal that another file owns. To
 * change something, call an action of its owner or add a listener. Exceptions are objects that a file makes itself,
 * declarations of the browser and of libraries, and `ALLOWED`. With the same types it checks the rules of
 * `signalRules.mjs`.
 */
import { createRequire } from 'node:module';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './run.mjs';
import { isValueOfSignal, signalFaults } from './signalRules.mjs';

// TypeScript 7 has no API yet. The bundler brings a version that has one.
const require = createRequire(createRequire(import.meta.url).resolve('microbundle'));
/** @type {any} */
const ts = require('typescript');

/** @type {{ owner: string, members?: string[], files: string[], why: string }[]} */
export const ALLOWED = [
  {
    owner: 'loader/handover.ts',
    files: [
      'loader/boot.ts',
      'loader/hasten.ts',
      'loader/realm.ts',
      'loader/renew.ts',
      'messenger.ts',
      'features/hostCalls/hostCalls.ts',
      'features/hostCalls/look/render.ts',
      'features/hostCalls/look/embedCard.ts',
      'features/hostCalls/page/destroy.ts',
    ],
    why: 'they set the stage, which has no code of its own before intent',
  },
  {
    owner: 'loader/handover.ts',
    members: ['origin'],
    files: ['features/campaigns/campaigns.ts'],
    why: 'the port is there for this feature',
  },
  {
    owner: 'loader/call.ts',
    members: ['cancelled'],
    files: ['loader/keepLeaving.ts'],
    why: 'the queue has no action for it, which would cost bytes before intent',
  },
  {
    owner: 'launcher/surface.ts',
    members: ['toggle', 'send', 'retry', 'home'],
    files: ['messenger.ts', 'conversation/drawHome.ts', 'loader/realm.ts'],
    why: 'the handlers of a surface, which has no code to exchange them before intent',
  },
  {
    owner: 'launcher/surface.ts',
    members: ['unsent'],
    files: ['launcher/launcher.ts'],
    why: 'the launcher is the surface with a button',
  },
  {
    owner: 'loader/call.ts',
    files: ['loader/queue.ts', 'features/hostCalls/inEffect.ts'],
    why: 'a call is a record, which its keeper fills',
  },
  {
    owner: 'loader/queue.ts',
    members: ['q', 'porch'],
    files: ['loader/boot.ts'],
    why: 'what the page sees of its function',
  },
  {
    owner: 'platform/runningPlace.ts',
    files: ['loader/boot.ts', 'loader/loader.ts', 'features/hostCalls/page/destroy.ts'],
    why: 'the mark of the running widget, which has no code before intent',
  },
  { owner: 'loader/boot.ts', members: ['zE'], files: ['loader/renew.ts'], why: 'the global of the page' },
  {
    owner: 'conversation/features.ts',
    members: ['keep', 'following', 'held', 'at'],
    files: [
      'conversation/log/MessageLog.tsx',
      'features/scrollback/holdPlace.ts',
      'features/scrollback/keepFocus.ts',
      'features/scrollback/Latest.tsx',
      'features/scrollback/settle.ts',
    ],
    why: 'the place in the log is a ref that the log and its feature share',
  },
];

const { SyntaxKind } = ts;

/** The value without its casts and parentheses. @param {any} node @returns {any} */
const bare = (node) =>
  node && (ts.isAsExpression(node) || ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node))
    ? bare(node.expression)
    : node;

/** Whether the file made the object that the name refers to. @param {any} checker @param {any} name */
const isMadeHere = (checker, name) => {
  if (!ts.isIdentifier(name)) return false;
  const declared = checker.getSymbolAtLocation(name)?.valueDeclaration;
  const made = declared && ts.isVariableDeclaration(declared) && bare(declared.initializer);
  return Boolean(made) && (ts.isObjectLiteralExpression(made) || ts.isArrowFunction(made));
};

/** The member that a node changes, if any. @param {any} node */
const changedBy = (node) => {
  const isAssignment =
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind >= SyntaxKind.FirstAssignment &&
    node.operatorToken.kind <= SyntaxKind.LastAssignment;
  const isStep =
    (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) &&
    [SyntaxKind.PlusPlusToken, SyntaxKind.MinusMinusToken].includes(node.operator);
  const target = isAssignment
    ? node.left
    : isStep
      ? node.operand
      : ts.isDeleteExpression(node)
        ? node.expression
        : undefined;
  return target && ts.isPropertyAccessExpression(target) ? target : undefined;
};

/**
 * @param {string[]} files absolute paths
 * @param {string} base their folder
 * @param {typeof ALLOWED} [allowed]
 * @returns {string[]} one line for each change that is not allowed
 */
export const findAssignments = (files, base, allowed = ALLOWED) => {
  const program = ts.createProgram(files, {
    allowImportingTsExtensions: true,
    jsx: ts.JsxEmit.Preserve,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.NodeJs,
    noEmit: true,
    skipLibCheck: true,
    strict: true,
    target: ts.ScriptTarget.ES2022,
    types: [],
  });
  const checker = program.getTypeChecker();
  /** @param {string} path */
  const named = (path) => relative(base, path).split(sep).join('/');
  /** The other file of `base` that declares a member; undefined if this file or a library declares it. */
  const ownerOf = (/** @type {any} */ member, /** @type {any} */ file) =>
    (checker.getSymbolAtLocation(member)?.declarations ?? [])
      .map((/** @type {any} */ at) => at.getSourceFile())
      .find((/** @type {any} */ other) => other !== file && !other.isDeclarationFile)?.fileName;
  /** Whether it is the value of a signal in a member. */
  const isSignal = (/** @type {any} */ target) =>
    ts.isPropertyAccessExpression(target.expression) && isValueOfSignal(ts, checker, target);
  /** @type {string[]} */
  const found = [];
  for (const path of files) {
    const file = program.getSourceFile(path);
    const visit = (/** @type {any} */ node) => {
      const target = changedBy(node);
      // A signal belongs to the owner of the member that holds it.
      const member = target && isSignal(target) ? target.expression : target;
      const owner = member && !isMadeHere(checker, bare(member.expression)) && ownerOf(member.name, file);
      const isAllowed = () =>
        allowed.some(
          (rule) =>
            rule.owner === named(owner) &&
            rule.files.includes(named(path)) &&
            (rule.members?.includes(member.name.text) ?? true),
        );
      const faults = signalFaults(ts, checker, node, target);
      if (owner && !isAllowed()) faults.push(`changes ${target.getText()}, which ${named(owner)} owns.`);
      for (const fault of faults) {
        const { line } = file.getLineAndCharacterOfPosition(node.getStart());
        found.push(`${named(path)}:${line + 1} ${fault}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return found;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const src = `${root}/src`;
  const files = ts.sys
    .readDirectory(src, ['.ts', '.tsx'])
    .filter((/** @type {string} */ name) => !name.endsWith('.d.ts') && !name.includes('/npm/'));
  const found = findAssignments(files, src);
  for (const line of found) console.error(line);
  console.log(
    found.length > 0
      ? `${found.length} faults. Who wants to change another file's object calls an action of its owner, or adds a listener.`
      : `${files.length} files change nothing that another file owns.`,
  );
  process.exitCode = found.length > 0 ? 1 : 0;
}
