/**
 * Rules for signals, which need types: a computed or a component writes no signal, and no condition tests a signal
 * instead of its value, as a signal is always true. `check-assignments.mjs` has the program with the types.
 */

/** @param {any} declared whether the symbol comes from the signals library */
const isOfSignals = (declared) =>
  declared?.declarations?.some((/** @type {any} */ at) =>
    at.getSourceFile().fileName.includes('@preact/signals'),
  ) === true;

/** @param {any} member its symbol @returns {boolean} whether it is the value of a signal */
export const isValueOfSignal = (member) => member?.name === 'value' && isOfSignals(member);

/** Whether every value of this type is a signal. @param {any} type @returns {boolean} */
const isSignal = (type) =>
  type.isUnion()
    ? type.types.every(isSignal)
    : /^(Readonly)?Signal$/.test(type.symbol?.name ?? '') && isOfSignals(type.symbol);

/** Whether it is true or false by its operator, so that its type need not be known. @param {any} ts @param {any} node */
const isTruth = (ts, node) => {
  const { SyntaxKind } = ts;
  const kind = node.operatorToken?.kind;
  return (
    ts.isPrefixUnaryExpression(node) ||
    (kind >= SyntaxKind.LessThanToken && kind <= SyntaxKind.ExclamationEqualsEqualsToken)
  );
};

/** The expressions that a node tests. @param {any} ts @param {any} node @returns {any[]} */
const testedBy = (ts, node) => {
  const { AmpersandAmpersandToken, BarBarToken, ExclamationToken } = ts.SyntaxKind;
  if (ts.isIfStatement(node) || ts.isWhileStatement(node) || ts.isDoStatement(node)) return [node.expression];
  if (ts.isConditionalExpression(node) || ts.isForStatement(node)) return [node.condition];
  if (ts.isPrefixUnaryExpression(node) && node.operator === ExclamationToken) return [node.operand];
  const isEither =
    ts.isBinaryExpression(node) && [AmpersandAmpersandToken, BarBarToken].includes(node.operatorToken.kind);
  return isEither ? [node.left] : [];
};

/** The purpose of a function that may write no signal. @param {any} ts @param {any} fn */
const purposeOf = (ts, fn) => {
  const { parent } = fn;
  if (ts.isCallExpression(parent) && parent.arguments[0] === fn && parent.expression.getText() === 'computed')
    return 'a computed';
  const name = fn.name ?? (ts.isVariableDeclaration(parent) ? parent.name : undefined);
  const isComponent = /\.tsx$/.test(fn.getSourceFile().fileName) && /^[A-Z]/.test(name?.getText() ?? '');
  return isComponent ? 'a component' : undefined;
};

/** The function around a node. @param {any} ts @param {any} node @returns {any} */
const around = (ts, node) =>
  !node.parent || ts.isFunctionLike(node.parent) ? node.parent : around(ts, node.parent);

/**
 * @param {any} ts
 * @param {any} checker
 * @param {any} node
 * @param {any[]} changed the members that the node assigns to
 * @returns {string[]} the problems of the node
 */
export const signalFaults = (ts, checker, node, changed) => {
  const faults = testedBy(ts, node)
    .filter((tested) => tested && !isTruth(ts, tested) && isSignal(checker.getTypeAtLocation(tested)))
    .map((tested) => `asks whether ${tested.getText()} is true, which a signal always is.`);
  for (const member of changed) {
    if (!member.name || !isValueOfSignal(checker.getSymbolAtLocation(member.name))) continue;
    const holder = around(ts, node);
    const purpose = holder && purposeOf(ts, holder);
    if (purpose) faults.push(`writes ${member.getText()} in ${purpose}.`);
  }
  return faults;
};
