import { expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { fixture } from '../support/hostPages';
import { openInbox, rows } from '../support/inboxPage';
import { setUp } from '../support/setUp';
import { conversationWith, widgetAt, widgetOf } from '../support/widget';

const { browser, desk, pages, pageWith } = await setUp({
  settings: {
    customTicketFields: [
      { id: 1, type: 'text', title: 'Plan' },
      { id: 2, type: 'integer', title: 'Order' },
    ],
  },
});

const STUB = `
  window.zE = function () { (zE.q = zE.q || []).push(arguments) };
  zE('messenger:set', 'conversationTags', ['From Queue', 'bad#tag']);
  zE('messenger:set', 'conversationFields', [{ id: 1, value: 'pro' }, { id: 9, value: 'x' }]);`;

it('what a page says before load, while loading and after reaches the agent, who filters by a tag and changes it', async () => {
  const visit = await openPage(browser, {
    expectedProblems: [/Expected a tag of letters/, /Expected a conversation field/],
  });
  const { page } = visit;
  const widget = await widgetAt(page, pageWith(STUB));
  // The messenger is on its way.
  await widget.launcher.click();
  await page.evaluate(
    `zE('messenger:set', 'conversationFields', [{ id: '2', value: '42' }], () => { window.told = 1 })`,
  );
  await widget.log.waitFor();
  await widget.say('Where is my order?');
  const id = await conversationWith(desk, 'Where is my order?');
  await page.waitForFunction('window.told');

  const other = await openPage(browser);
  await other.page.goto(pages.serve(fixture('plain.html', { DESK: desk.origin, HEAD: '' })));
  const otherWidget = widgetOf(other.page);
  await otherWidget.open();
  await otherWidget.say('Something else');
  await conversationWith(desk, 'Something else');

  const inbox = await openInbox(browser, desk);
  const agentPage = inbox.page;
  await agentPage.locator(`[data-conversation="${id}"]`).click();
  const details = agentPage.getByRole('region', { name: 'Visitor details' });
  await details.getByRole('button', { name: 'from_queue', exact: true }).waitFor();
  await expect.poll(() => details.locator('dl').innerText()).toMatch(/Plan\s+pro\s+Order\s+42/);

  // After load: agents see it without another step.
  await page.evaluate("zE('messenger:set', 'conversationTags', ['from_queue', 'later'])");
  await details.getByRole('button', { name: 'later', exact: true }).waitFor();

  await details.getByRole('textbox', { name: 'New tag' }).fill('Refund Wanted');
  await details.getByRole('button', { name: 'Add', exact: true }).click();
  await details.getByRole('button', { name: 'refund_wanted', exact: true }).waitFor();
  expect(await rows(agentPage).count()).toBe(2);
  await agentPage.getByRole('combobox', { name: 'Tag' }).selectOption('refund_wanted');
  await expect.poll(() => rows(agentPage).count()).toBe(1);
  await details.getByRole('button', { name: 'Remove the tag refund_wanted' }).click();
  await agentPage.getByText('Nothing here has the tag “refund_wanted”').waitFor();
  await agentPage.getByRole('button', { name: 'Show any tag' }).click();
  await expect.poll(() => rows(agentPage).count()).toBe(2);

  expect(visit.problems.consoleErrors).toEqual([
    expect.stringContaining('Expected a tag of letters'),
    expect.stringContaining('Expected a conversation field that customers can edit'),
  ]);
});
