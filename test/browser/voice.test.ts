import { describe, expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { startDesk } from '../support/desk';
import { fixture, startHostPages } from '../support/hostPages';
import { openInbox } from '../support/inboxPage';
import { forThisFile } from '../support/setUp';
import { hear, keepSound, launchBeeping } from '../support/tone';
import { widgetOf } from '../support/widget';

const desk = await forThisFile(
  startDesk({ settings: { voice: { enabled: true, recordingConsent: 'opt_out' } } }),
);
const pages = await forThisFile(startHostPages());
const VISITOR_HERTZ = 440;
const AGENT_HERTZ = 1_000;
const visitors = await forThisFile(launchBeeping(VISITOR_HERTZ));
const agents = await forThisFile(launchBeeping(AGENT_HERTZ));

/** A visitor's page whose voice card is open. */
const atTheCard = async () => {
  const { page, close, problems } = await openPage(visitors.browser);
  await keepSound(page);
  await page.goto(pages.serve(fixture('plain.html', { DESK: desk.origin })));
  const widget = widgetOf(page);
  await widget.open();
  await widget.frame.getByRole('button', { name: 'Options' }).click();
  await widget.frame.getByRole('menuitem', { name: 'Call us' }).click();
  const card = page.frameLocator('iframe[title="Voice call"]');
  return { page, close, problems, widget, card };
};

describe('a voice call', () => {
  it('carries both voices between a visitor and an agent, until one of them ends it', async () => {
    const visitor = await atTheCard();
    const { card } = visitor;
    await card.getByText('Nobody can take a call right now.').waitFor();
    const inbox = await openInbox(agents.browser, desk);
    await keepSound(inbox.page);
    await inbox.page.reload();
    await inbox.page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await expect
      .poll(async () => {
        await card
          .getByRole('button', { name: 'Try again' })
          .click()
          .catch(() => {});
        return card.getByRole('button', { name: 'Start call' }).count();
      })
      .toBe(1);
    await card.getByRole('switch', { name: 'Allow recording of this call' }).click();
    await card.getByRole('button', { name: 'Start call' }).click();
    await card.getByText('Calling…').waitFor();

    const ringing = inbox.page.getByRole('region', { name: 'Call from Visitor' });
    await ringing.getByText('Recording is not allowed').waitFor();
    await ringing.getByRole('button', { name: 'Answer' }).click();
    await card.getByRole('timer').waitFor();
    await inbox.page.getByRole('timer').waitFor();
    const near = (hertz: number) => (heard: number) => Math.abs(heard - hertz) < 15;
    await expect.poll(() => hear(inbox.page)).toSatisfy(near(VISITOR_HERTZ));
    await expect.poll(() => hear(visitor.page)).toSatisfy(near(AGENT_HERTZ));

    await card.getByRole('button', { name: 'Mute' }).click();
    await expect.poll(() => hear(inbox.page)).toBe(0);
    await card.getByRole('button', { name: 'Mute' }).click();
    await expect.poll(() => hear(inbox.page)).toSatisfy(near(VISITOR_HERTZ));

    // Back asks first, as it would end the call.
    await card.getByRole('button', { name: 'Back to the conversation' }).click();
    await card.getByRole('alertdialog').getByRole('button', { name: 'Stay on the call' }).click();
    await inbox.page.getByRole('button', { name: 'End call' }).click();
    await card.getByText(/^Call ended/).waitFor();
    await card.getByRole('button', { name: 'Back to the conversation' }).click();
    await visitor.page.locator('iframe[title="Voice call"]').waitFor({ state: 'detached' });
    expect(visitor.problems.pageErrors).toEqual([]);
    await visitor.close();
    await inbox.close();
  });
});
