import { findNodeAtLocation, type ParseError, parse, parseTree, printParseErrorCode } from 'jsonc-parser';

const STRICT = { disallowComments: true, allowTrailingComma: false };

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/**
 * Explains why a text is not JSON: for each line with a mistake, what was expected there, such as 'line 3: it is not
 * JSON (comma expected)'.
 */
export const jsonProblems = (text: string): string[] => {
  const errors: ParseError[] = [];
  parse(text, errors, STRICT);
  const byLine = new Map<number, string>();
  for (const { error, offset } of errors) {
    const line = lineAt(text, offset);
    const words = printParseErrorCode(error).replace(/(?!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    // One mistake causes several errors; the first of its line is the most helpful.
    if (!byLine.has(line)) byLine.set(line, `line ${line}: it is not JSON (${words.toLowerCase()})`);
  }
  return byLine.size > 0 ? [...byLine.values()] : ['it is not JSON'];
};

/** The line of a field in a JSON text. For a missing field, the line of its closest existing parent. */
export const lineOfField = (text: string, path: readonly (string | number)[]): number | undefined => {
  const root = parseTree(text);
  if (!root) return undefined;
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    if (node) return lineAt(text, node.parent?.type === 'property' ? node.parent.offset : node.offset);
  }
  return lineAt(text, root.offset);
};
