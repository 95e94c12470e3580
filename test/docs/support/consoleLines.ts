import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { at, type Node, nameOf, treeOf, walk } from './syntax';

const SOURCE = fileURLToPath(new URL('../../../src', import.meta.url));
/** The functions whose texts reach the console: directly, or as the reason why a call was refused. */
const TELLERS =
  /^(report|misuse|fail|log|reportUnlessCancelled|wrong|error|push|reject|lost|Refusal|given|\w*Error)$/;
/** What the package's command for measuring pages prints is not a line of the widget. */
const OTHERS = /^npm\//;

/** All texts in a value, with `…` for each value that is filled in: of both branches of a condition, and of an object's `message`. */
const textsIn = (node: Node, constants: ReadonlyMap<string, Node>): string[] => {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : [];
    case 'TemplateLiteral': {
      const parts = node.quasis as { value: { cooked: string } }[];
      return [parts.map(({ value }) => value.cooked).join('…')];
    }
    case 'Identifier': {
      const value = constants.get(String(node.name));
      return value && /Literal$/.test(value.type) ? textsIn(value, constants) : [];
    }
    case 'ConditionalExpression':
      return [at(node, 'consequent'), at(node, 'alternate')].flatMap((one) => textsIn(one, constants));
    case 'BinaryExpression':
    case 'LogicalExpression':
      return textsIn(at(node, 'right'), constants);
    case 'ObjectExpression':
      return (node.properties as Node[]).flatMap((property) =>
        property.key && nameOf(at(property, 'key')) === 'message'
          ? textsIn(at(property, 'value'), constants)
          : [],
      );
    default:
      return [];
  }
};

/** Whether it calls a method of the console, also of `host.console`. */
const isConsole = (callee: Node): boolean =>
  callee.type === 'MemberExpression' && nameOf(at(callee, 'object')) === 'console';

/** The texts that a file can write to the console. @param text by default, that of the file */
export const linesOf = (path: string, text?: string): string[] => {
  const tree = treeOf(path, text);
  const constants = new Map<string, Node>();
  walk(tree, (node) => {
    if (node.type === 'VariableDeclarator' && node.init)
      constants.set(nameOf(at(node, 'id')), at(node, 'init'));
  });
  const lines: string[] = [];
  walk(tree, (node) => {
    const isCall = node.type === 'CallExpression' || node.type === 'NewExpression';
    if (isCall && (TELLERS.test(nameOf(at(node, 'callee'))) || isConsole(at(node, 'callee'))))
      lines.push(...(node.arguments as Node[]).flatMap((one) => textsIn(one, constants)));
    if (node.type === 'ThrowStatement') lines.push(...textsIn(at(node, 'argument'), constants));
  });
  return lines;
};

/** @returns each line that the widget can write to the console, and the file that does */
export const consoleLines = (): Map<string, string> => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !OTHERS.test(name) && !name.endsWith('.d.ts'),
  );
  const found = files.flatMap((name) => linesOf(join(SOURCE, name)).map((line) => [line, name] as const));
  // One word is the name of a kind or of an event.
  return new Map(found.filter(([line]) => /[A-Za-z]/.test(line) && line.includes(' ')));
};
