/** What a page's content security policies forbid. */

/**
 * @typedef {object} Refusal
 * @property {string} directive the one that forbade it
 * @property {string} what the address, or `inline` or `eval`
 */

/**
 * @param {import('./chromium.mjs').Session} page
 * @returns {Promise<Refusal[]>} grows with each refusal
 */
export const watchRefusals = async (page) => {
  /** @type {Refusal[]} */
  const refusals = [];
  page.on('Audits.issueAdded', ({ issue }) => {
    const details = issue.details.contentSecurityPolicyIssueDetails;
    if (!details?.violatedDirective || details.isReportOnly) return;
    const kind = /eval/i.test(details.contentSecurityPolicyViolationType) ? 'eval' : 'inline';
    refusals.push({ directive: details.violatedDirective, what: details.blockedURL || kind });
  });
  await page.send('Audits.enable');
  return refusals;
};
