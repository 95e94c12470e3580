/**
 * The owner of what code changes. The file that declares a member owns it, also what an array, a map, a set or a signal
 * in the member holds. A file may change objects that it makes itself; libraries own nothing.
 */
import { isValueOfSignal } from '../signalRules.mjs';
import { bare, isCollection, namesOf } from './changes.mjs';
import { ts } from './program.mjs';

/** @typedef {{ owner: string, name: string }} Owned the path of the owner, and the name that it declares */

/** The methods of a collection that return what it holds. */
const READS = ['at', 'find', 'get'];

/** @param {any} checker @param {any} object @returns {boolean} whether the file made it */
const isMadeHere = (checker, object) => {
  if (ts.isObjectLiteralExpression(object)) return true;
  if (!ts.isIdentifier(object)) return false;
  const declared = checker.getSymbolAtLocation(object)?.valueDeclaration;
  const made = declared && ts.isVariableDeclaration(declared) && bare(declared.initializer);
  return Boolean(made) && (ts.isObjectLiteralExpression(made) || ts.isArrowFunction(made));
};

/** @param {any} symbol @param {RegExp} files @param {string} [type] */
const isDeclaredBy = (symbol, files, type) =>
  symbol?.declarations?.some(
    (/** @type {any} */ at) =>
      files.test(at.getSourceFile().fileName) && (!type || at.parent.name?.text === type),
  );

/**
 * @param {any} checker
 * @param {any} file the file with the changes
 * @returns {(object: any, name?: string) => Owned | undefined} the other file that owns a member of an object, or,
 * without a name, what the object holds
 */
export const ownersFor = (checker, file) => {
  /** @param {any} symbol @returns {Owned | undefined} */
  const ownerOf = (symbol) => {
    const owner = (symbol?.declarations ?? [])
      .map((/** @type {any} */ at) => at.getSourceFile())
      .find((/** @type {any} */ other) => other !== file && !other.isDeclarationFile);
    return owner && { owner: owner.fileName, name: symbol.name };
  };

  /** @param {any} node the name of a value @returns {Owned | undefined} */
  const ofName = (node) => {
    const symbol = checker.getSymbolAtLocation(node);
    if (!symbol) return undefined;
    if (symbol.flags & ts.SymbolFlags.Alias) return ownerOf(checker.getAliasedSymbol(symbol));
    const declared = symbol.valueDeclaration;
    if (!declared) return undefined;
    if (ts.isBindingElement(declared) && ts.isObjectBindingPattern(declared.parent)) {
      const from = bare(declared.parent.parent.initializer);
      if (declared.dotDotDotToken || (from && isMadeHere(checker, from))) return undefined;
      const { text } = declared.propertyName ?? declared.name;
      return ownerOf(checker.getPropertyOfType(checker.getTypeAtLocation(declared.parent), text));
    }
    const type = checker.getTypeAtLocation(node);
    if (ts.isParameter(declared)) return isCollection(type) ? ownerOf(type.aliasSymbol) : undefined;
    return ts.isVariableDeclaration(declared) ? ofHolder(declared.initializer) : undefined;
  };

  /** @param {any} holder what holds an array, a map, a set or a signal @returns {Owned | undefined} */
  const ofHolder = (holder) => {
    const node = bare(holder);
    if (!node) return undefined;
    if (ts.isIdentifier(node)) return ofName(node);
    if (ts.isPropertyAccessExpression(node)) return ofMember(node.expression, node.name.text);
    if (ts.isElementAccessExpression(node))
      return ofMember(node.expression, namesOf(checker, node.argumentExpression)[0]);
    if (ts.isBinaryExpression(node)) return ofHolder(node.left) ?? ofHolder(node.right);
    if (ts.isConditionalExpression(node)) return ofHolder(node.whenTrue) ?? ofHolder(node.whenFalse);
    return ts.isCallExpression(node) && READS.includes(node.expression.name?.text)
      ? ofHolder(node.expression.expression)
      : undefined;
  };

  /** @param {any} value @param {string} [name] @returns {Owned | undefined} */
  const ofMember = (value, name) => {
    const object = bare(value);
    if (isMadeHere(checker, object)) return undefined;
    const type = checker.getNonNullableType(checker.getTypeAtLocation(object));
    const member = name && checker.getPropertyOfType(type, name);
    const isHeld =
      isValueOfSignal(member) || (name === 'length' && isDeclaredBy(member, /\/lib\.[^/]*$/, 'Array'));
    if (member && !isHeld) return ownerOf(member);
    // Anything may be written to a window or a storage.
    return isDeclaredBy(type.symbol, /\/lib\.dom\.[^/]*$/) ? undefined : ofHolder(object);
  };
  return ofMember;
};
