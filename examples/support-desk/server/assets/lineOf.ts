import { findNodeAtLocation, type ParseError, parse, parseTree, printParseErrorCode } from 'jsonc-parser';

const STRICT = { disallowComments: true, allowTrailingComma: false };

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** Says why a text is not JSON, with the line, such as 'line 3: it is not JSON (comma expected)'. */
export const jsonProblem = (text: string): string => {
  const errors: ParseError[] = [];
  parse(text, errors, STRICT);
  const [first] = errors;
  if (!first) return 'it is not JSON';
  const words = printParseErrorCode(first.error).replace(
    /(?!^)[A-Z]/g,
    (letter) => ` ${letter.toLowerCase()}`,
  );
  return `line ${lineAt(text, first.offset)}: it is not JSON (${words.toLowerCase()})`;
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
