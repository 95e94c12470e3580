/** The report for CI systems that show tests. */

/** @typedef {import('../budget.mjs').Checked} Checked */

/** @param {string} text */
const escaped = (text) =>
  text.replace(/[<>&"']/g, (c) => `&#${c.charCodeAt(0)};`).replace(/[^\t\n\r\x20-\u{10ffff}]/gu, '');

/** @param {string} cases @param {{ tests: number, failures: number, errors: number }} counts */
const suite = (cases, { tests, failures, errors }) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
<testsuite name="porch-cost" tests="${tests}" failures="${failures}" errors="${errors}">
${cases}
</testsuite>
</testsuites>
`;

/** @param {readonly Checked[]} checked @returns {string} a case for each budget */
export const junitReport = (checked) => {
  const cases = checked.map(({ state, metric, kept, words }) => {
    const name = `classname="porch-cost.${state}" name="${metric.name}"`;
    return kept
      ? `<testcase ${name}/>`
      : `<testcase ${name}><failure message="${escaped(words)}"/></testcase>`;
  });
  const failures = checked.filter(({ kept }) => !kept).length;
  return suite(cases.join('\n'), { tests: checked.length, failures, errors: 0 });
};

/** @param {string} problem @returns {string} the report for a page that could not be measured */
export const junitError = (problem) =>
  suite(`<testcase classname="porch-cost" name="measure"><error message="${escaped(problem)}"/></testcase>`, {
    tests: 1,
    failures: 0,
    errors: 1,
  });
