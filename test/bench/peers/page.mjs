/** The publisher's page, with one widget on it. */

/** The nonce of the page's policy. */
const NONCE = 'cGVlcnM';

/**
 * Allows what a careful publisher allows a widget of the same origin: scripts with the nonce and what they load, and files
 * and connections of the own origin. No inline style, no `eval`, no `data:`.
 */
export const POLICY = `default-src 'none'; script-src 'nonce-${NONCE}' 'strict-dynamic'; style-src 'self'; connect-src 'self'; img-src 'self'; font-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'`;

const TEXT = Array.from(
  { length: 12 },
  (_, i) => `<p>${`Paragraph ${i + 1} of a page that a visitor reads before anything else. `.repeat(6)}</p>`,
).join('\n');

/** @param {string} tag @returns {string} */
export const pageWith = (tag) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>A publisher’s page</title>
</head>
<body>
<h1>A publisher’s page</h1>
${tag.replaceAll('<script', `<script nonce="${NONCE}"`)}
${TEXT}
</body>
</html>
`;
