import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';

/** A node of the syntax tree (ESTree). */
export type Node = { type: string; [name: string]: unknown };

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** The node in this field of another. */
export const at = (node: Node, name: string) => node[name] as Node;

export const walk = (node: Node, visit: (node: Node) => void): void => {
  visit(node);
  for (const child of childrenOf(node)) walk(child, visit);
};

/** The last name of an expression: `report` of `deps.report`. */
export const nameOf = (node: Node): string =>
  node.type === 'MemberExpression' ? nameOf(at(node, 'property')) : String(node.name ?? '');

/**
 * @param path decides the language
 * @param text by default, that of the file
 */
export const treeOf = (path: string, text = readFileSync(path, 'utf8')): Node => {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  return program as unknown as Node;
};
