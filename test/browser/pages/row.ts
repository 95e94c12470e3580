/** A page of somebody else on which the messenger must work: one row of the table. */
export type Row = {
  /** Completes the sentence "works on …". Unique in the table. */
  name: string;
  /** The page: a file below `node_modules`, or its HTML. */
  page: { file: string } | { html: string };
  /** Further pages of the row below its own address, such as one that a link leads to, or a worker's script. */
  more?: Record<string, { body: string; type?: string }>;
  /** The answer's headers. `DESK` stands for the desk's origin. */
  headers?: Record<string, string>;
  /** How the page loads Porch, where it is not `TAG` at the end of the head. `DESK` stands for the desk's origin. */
  tag?: string;
  /** What the page does once the launcher is shown: JavaScript for the page itself. */
  afterwards?: string;
  /** What the page does while the visitor has half a sentence in the text box: JavaScript for the page itself. */
  meanwhile?: string;
  /** How many times as large as on other pages everything is. */
  scale?: number;
  /** The selector of a link to a page with the heading 'The next page', from which Back leads here again. */
  link?: string;
  /** Problems of the page that do not occur each time it loads. Others are found by loading it without Porch. */
  possibleProblems?: readonly RegExp[];
  /** Globals that the page itself makes at some time. */
  possibleGlobals?: RegExp;
  /** Origins that the page itself asks at some time. Others are found by loading it without Porch. */
  possibleOrigins?: RegExp;
  /** Why the launcher runs in the realm, a frame that other pages do not have before a visitor's intent. */
  inRealm?: string;
  /** Why boxes, sheets and the document's size are not compared with the page without Porch. */
  moves?: string;
  /** Why the row has no phone. */
  withoutPhone?: string;
  /** What does not work, which the test checks, too. */
  limitation?: Limitation;
  /** Whether `npm test -- --all` runs it. */
  everyRun?: true;
  /** Whether Firefox and WebKit run it, too. */
  everyBrowser?: true;
};

export type Limitation = {
  why: string;
  /**
   * `covered`: something of the page is above it. `dead`: a click does nothing. `elsewhere`: it is not at its corner.
   * `absent`: there is none. `gone`: `afterwards` has taken it away.
   * `alone`: it opens a window in which no conversation appears.
   */
  launcher: 'covered' | 'dead' | 'elsewhere' | 'absent' | 'gone' | 'alone';
  /** An expression of the page that is true once Porch has given up. */
  givenUp?: string;
  /** JavaScript by which the page ends this. Without it there is no conversation. */
  ends?: string;
};

/** The script tag as the documentation has it. */
export const TAG = '<script async src="DESK/porch/porch.now.js"></script>';

/** The same with the loader in a file of its own. */
export const LOADER = '<script async src="DESK/porch/porch.js"></script>';

export const PACKAGES = '/node_modules';

/** Libraries that Debian publishes and npm does not, and where they are. */
export const DEBIAN = '/javascript';
export const DEBIAN_FOLDER = '/usr/share/javascript';

/** Elements that load files of a package, and a script with this code. */
export const script = (file: string, attributes = ''): string =>
  `<script src="${PACKAGES}/${file}"${attributes && ` ${attributes}`}></script>`;
export const inline = (code: string): string => `<script>${code}</script>`;
export const sheet = (file: string): string => `<link rel="stylesheet" href="${PACKAGES}/${file}">`;

const PARAGRAPHS = Array.from(
  { length: 30 },
  (_, i) => `<p>Paragraph ${i + 1} of a page about boats, paddles and long days on the water.</p>`,
).join('\n');

type Parts = { head?: string; body?: string; html?: string; attributes?: string; text?: string };

/**
 * A publisher's page of 30 paragraphs.
 * @param head ends the head, before Porch's tag
 * @param body ends the body
 * @param html attributes of `html`
 * @param attributes attributes of `body`
 * @param text what the body begins with, in place of heading and paragraphs
 */
export const pageOf = ({
  head = '',
  body = '',
  html = 'lang="en"',
  attributes = '',
  text,
}: Parts): string => `<!doctype html>
<html ${html}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>A publisher's page</title>
<link rel="icon" href="data:,">
${head}
</head>
<body ${attributes}>
${text ?? `<h1>A publisher's page</h1>\n<p><button type="button">Buy</button></p>\n${PARAGRAPHS}`}
${body}
</body>
</html>`;

/** A row whose page has these parts. */
export const made = (name: string, parts: Parts, more: Partial<Row> = {}): Row => ({
  name,
  page: { html: pageOf(parts) },
  ...more,
});
