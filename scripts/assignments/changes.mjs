/**
 * The ways in which code changes an object: assignments (by name, by index, compound, by a step, by destructuring),
 * `delete`, the functions of `Object` and `Reflect`, and the methods of arrays, maps and sets.
 */
import { ts } from './program.mjs';

const { SyntaxKind } = ts;

/**
 * A change of a member of `object`, or, without a name, of what the object holds.
 * @typedef {{ object: any, name?: string, shown: string }} Change `shown` is the code
 */

/** The methods that change a collection, by its type. @type {Record<string, string[]>} */
const METHODS = {
  Array: ['push', 'pop', 'shift', 'unshift', 'splice', 'sort', 'reverse', 'fill', 'copyWithin'],
  Map: ['set', 'delete', 'clear'],
  WeakMap: ['set', 'delete'],
  Set: ['add', 'delete', 'clear'],
  WeakSet: ['add', 'delete'],
};
const METHOD_NAMES = new Set(Object.values(METHODS).flat());

/**
 * The functions that change their first argument, by which arguments name its members.
 * @type {Record<string, 'objects' | 'key' | undefined>}
 */
const FUNCTIONS = {
  'Object.assign': 'objects',
  'Object.defineProperties': 'objects',
  'Object.defineProperty': 'key',
  'Object.setPrototypeOf': undefined,
  'Reflect.set': 'key',
  'Reflect.defineProperty': 'key',
  'Reflect.deleteProperty': 'key',
  'Reflect.setPrototypeOf': undefined,
};

/** The value without its casts and parentheses. @param {any} node @returns {any} */
export const bare = (node) =>
  node &&
  (ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isParenthesizedExpression(node) ||
    ts.isNonNullExpression(node))
    ? bare(node.expression)
    : node;

/** @param {any} type @returns {boolean} whether it is an array, a map or a set */
export const isCollection = (type) => Object.hasOwn(METHODS, type.symbol?.name ?? '');

/** The members that a key can name; none if it can be any. @param {any} checker @param {any} key @returns {string[]} */
export const namesOf = (checker, key) => {
  const type = checker.getTypeAtLocation(key);
  const types = type.isUnion() ? type.types : [type];
  return types.every((/** @type {any} */ one) => one.isStringLiteral())
    ? types.map((/** @type {any} */ one) => one.value)
    : [];
};

/** @param {any} object @param {string[]} names @param {string} shown @returns {Change[]} */
const changesIn = (object, names, shown) =>
  names.length > 0 ? names.map((name) => ({ object, name, shown })) : [{ object, shown }];

/** The members that an assignment to `target` sets. @param {any} target @returns {any[]} */
const membersIn = (target) => {
  const node = bare(target);
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) return [node];
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(membersIn);
  if (ts.isObjectLiteralExpression(node)) return node.properties.flatMap(membersIn);
  if (ts.isPropertyAssignment(node)) return membersIn(node.initializer);
  if (ts.isSpreadElement(node) || ts.isSpreadAssignment(node)) return membersIn(node.expression);
  // With a default value.
  return ts.isBinaryExpression(node) ? membersIn(node.left) : [];
};

/** @param {any} node @returns {any[]} the members that the node assigns to or deletes */
export const assignedBy = (node) => {
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    const isAssignment = kind >= SyntaxKind.FirstAssignment && kind <= SyntaxKind.LastAssignment;
    return isAssignment ? membersIn(node.left) : [];
  }
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    const isStep = [SyntaxKind.PlusPlusToken, SyntaxKind.MinusMinusToken].includes(node.operator);
    return isStep ? membersIn(node.operand) : [];
  }
  if (ts.isForOfStatement(node) || ts.isForInStatement(node))
    return ts.isVariableDeclarationList(node.initializer) ? [] : membersIn(node.initializer);
  return ts.isDeleteExpression(node) ? membersIn(node.expression) : [];
};

/** @param {any} checker @param {any} call @returns {Change[]} */
const changedByCall = (checker, call) => {
  const called = call.expression;
  if (!ts.isPropertyAccessExpression(called)) return [];
  /** @type {string} */
  const code = called.getText();
  if (Object.hasOwn(FUNCTIONS, code)) {
    const [object, ...others] = call.arguments;
    const named = FUNCTIONS[code];
    const names = others.flatMap((/** @type {any} */ one, /** @type {number} */ i) => {
      if (named === 'objects')
        return checker
          .getTypeAtLocation(one)
          .getProperties()
          .map((/** @type {any} */ member) => member.name);
      return named === 'key' && i === 0 ? namesOf(checker, one) : [];
    });
    return changesIn(object, names, `${object.getText()} by ${code}`);
  }
  const isChange =
    METHOD_NAMES.has(called.name.text) &&
    checker
      .getSymbolAtLocation(called.name)
      ?.declarations?.some((/** @type {any} */ { parent }) =>
        METHODS[parent.name?.text]?.includes(called.name.text),
      );
  return isChange ? [{ object: called.expression, shown: code }] : [];
};

/** @param {any} checker @param {any} node @returns {Change[]} what the node changes */
export const changesBy = (checker, node) =>
  ts.isCallExpression(node)
    ? changedByCall(checker, node)
    : assignedBy(node).flatMap((member) =>
        changesIn(
          member.expression,
          member.name ? [member.name.text] : namesOf(checker, member.argumentExpression),
          member.getText(),
        ),
      );
