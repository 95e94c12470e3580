import { at, type Node, nameOf, treeOf, walk } from './syntax';

const WRITES = /^(set|setAll|setItem|tell)$/;
/** What a storage is called where the file does not give its type. */
const STORES = /^(store|session|lasting|local|tab|storage|s|stored|keep|realm|localStorage|sessionStorage)$/;
const TYPED = /(\w+)\??: (?:\(\) => )?(?:Pick<)?(?:Store|SafeStorage|Storage)\b/g;
/** Functions that write under the name they get: which argument it is. */
const WRITERS: Readonly<Record<string, number>> = { createChoice: 1 };
/** The same in the file that owns the visitor's entries. */
const VISITORS: Readonly<Record<string, number>> = { set: 0, keptId: 0 };
const UNKNOWN = '…';

/** The variables of a file by name; several may have one name. */
type Values = ReadonlyMap<string, readonly Node[]>;

/** The last name of what has the method, also of `store().set`. */
const ownerOf = (node: Node): string =>
  nameOf(
    node.type === 'CallExpression'
      ? at(node, 'callee')
      : node.type === 'MemberExpression' && node.computed
        ? at(node, 'object')
        : node,
  );

/** The texts that an expression can be, with `…` for the parts that the file does not know. */
const textsOf = (node: Node, values: Values, depth = 0): string[] => {
  if (depth > 6) return [UNKNOWN];
  const of = (one: Node) => textsOf(one, values, depth + 1);
  const join = (left: string[], right: string[]) => left.flatMap((l) => right.map((r) => l + r));
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : [UNKNOWN];
    case 'TemplateLiteral': {
      const parts = node.expressions as Node[];
      return (node.quasis as { value: { cooked: string } }[]).reduce<string[]>(
        (before, { value }, i) => join(join(before, [value.cooked]), parts[i] ? of(parts[i]) : ['']),
        [''],
      );
    }
    case 'BinaryExpression':
      return join(of(at(node, 'left')), of(at(node, 'right')));
    case 'ConditionalExpression':
      return [...of(at(node, 'consequent')), ...of(at(node, 'alternate'))];
    case 'Identifier':
      return values.get(String(node.name))?.flatMap(of) ?? [UNKNOWN];
    case 'ArrowFunctionExpression':
      return of(at(node, 'body'));
    case 'CallExpression': {
      // The value of a function of this file, such as `key('seen')`.
      const [made] = values.get(nameOf(at(node, 'callee'))) ?? [];
      if (made?.type !== 'ArrowFunctionExpression' || (made.body as Node).type === 'BlockStatement')
        return [UNKNOWN];
      const own = new Map(values);
      for (const [i, param] of (made.params as Node[]).entries())
        own.set(nameOf(param), (node.arguments as Node[]).slice(i, i + 1));
      return textsOf(at(made, 'body'), own, depth + 1);
    }
    default:
      return [UNKNOWN];
  }
};

/** The keys in what `setAll` gets: `[[key, value], …]`. */
const keysOf = (method: string, first: Node): Node[] =>
  method === 'setAll' && first.type === 'ArrayExpression'
    ? (first.elements as Node[]).map((pair) => (pair.elements as Node[])[0] ?? pair)
    : [first];

/**
 * @param path of a TypeScript file
 * @param text its own
 * @returns the keys under which it writes to a storage of the browser, with `…` for each part that the file does not
 * know, and what writes: the name of the storage or of the function
 */
export const storedWrites = (path: string, text: string): { key: string; by: string }[] => {
  const tree = treeOf(path, text);
  const typed = new Set([...text.matchAll(TYPED)].map(([, name]) => name));
  const isStore = (name: string) => STORES.test(name) || typed.has(name);
  const writers = path.endsWith('storedVisitor.ts') ? VISITORS : WRITERS;
  const values = new Map<string, Node[]>();
  const found: { key: string; by: string }[] = [];
  const add = (node: Node | undefined, by: string) => {
    const texts = node ? textsOf(node, values).map((one) => one.replace(/…+/g, UNKNOWN)) : [];
    const known = texts.filter((one) => /\w/.test(one));
    for (const key of known.length > 0 ? known : texts.slice(0, 1)) found.push({ key, by });
  };
  walk(tree, (node) => {
    if (node.type !== 'VariableDeclarator' || !node.init) return;
    const name = nameOf(at(node, 'id'));
    values.set(name, [...(values.get(name) ?? []), at(node, 'init')]);
  });
  walk(tree, (node) => {
    const to = node.type === 'AssignmentExpression' ? at(node, 'left') : undefined;
    if (to?.computed && /storage/i.test(nameOf(at(to, 'object')))) add(at(to, 'property'), 'storage');
    if (node.type !== 'CallExpression') return;
    const [callee, args] = [at(node, 'callee'), node.arguments as Node[]];
    const method = nameOf(callee);
    if (callee.type !== 'MemberExpression') {
      if (Object.hasOwn(writers, method)) add(args[writers[method] ?? 0], method);
      return;
    }
    const by = ownerOf(at(callee, 'object'));
    if (args[0] && WRITES.test(method) && isStore(by))
      for (const one of keysOf(method, args[0])) add(one, by);
  });
  return found;
};
