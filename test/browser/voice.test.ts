import { describe, expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { startDesk } from '../support/desk';
import { forThisFile } from '../support/forThis';
import { fixture, startHostPages } from '../support/hostPages';
import { openInbox } from '../support/inboxPage';
import { hear, keepSound, launchBeeping } from '../support/tone';
import { widgetAt, widgetOf } from '../support/widget';

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
  const widget = await widgetAt(page, pages.serve(fixture('plain.html', { DESK: desk.origin })));
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

    const ringing = inbox.page.getByRole('region', { name: /^Call from / });
    await ringing.getByText('Recording is not allowed').waitFor();
    await ringing.getByRole('button', { name: 'Answer' }).click();
    await card.getByRole('timer').waitFor();
    await card.getByRole('heading', { name: 'Support' }).waitFor();
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
  });

  it('opens by a call of the page, survives what goes wrong, and heeds no message from outside', async () => {
    const inbox = await openInbox(agents.browser, desk);
    const { page } = await openPage(visitors.browser, {
      expectedProblems: [/status of 503/, /^Porch: The voice line could not be checked/],
    });
    await page.addInitScript(() => {
      const { mediaDevices } = navigator;
      const ask = mediaDevices.getUserMedia.bind(mediaDevices);
      let asked = 0;
      mediaDevices.getUserMedia = (wanted) =>
        ++asked === 1 ? Promise.reject(new DOMException('no', 'NotAllowedError')) : ask(wanted);
    });
    let down = true;
    await page.route('**/talk_embeddables/**', (route) =>
      down ? route.fulfill({ status: 503, body: '{}' }) : route.continue(),
    );
    await page.goto(pages.serve(fixture('plain.html', { DESK: desk.origin })));
    await widgetOf(page).launcher.waitFor();
    await page.evaluate(`zE('messenger:open', 'voice', 'sales')`);
    const card = page.frameLocator('iframe[title="Voice call"]');
    await card.getByRole('alert').getByText('This page couldn’t be loaded.').waitFor();
    down = false;
    await card.getByRole('button', { name: 'Try again' }).press('Enter');
    await card.getByRole('button', { name: 'Start call' }).press('Enter');
    await card.getByRole('alert').getByText('The microphone is blocked.').waitFor();
    await card.getByRole('button', { name: 'Start call' }).press('Enter');
    await card.getByText('Calling…').waitFor();

    // Neither the page nor its frames can steer the call by messages.
    await page.evaluate(() => {
      const host = document.querySelector('[data-porch]') as HTMLElement;
      const frames = host.shadowRoot?.querySelectorAll('iframe') ?? [];
      const windows = [window, ...[...frames].map((frame) => frame.contentWindow as Window)];
      const messages = [
        'end',
        null,
        7,
        { type: 'end' },
        { porch: 1, type: 'close' },
        [{ type: 'answer', sdp: 'v=0' }],
      ];
      for (let i = 0; i < 1_000; i++)
        windows[i % windows.length]?.postMessage(messages[i % messages.length], '*');
    });
    await card.getByText('Calling…').waitFor();

    // Agents decline: the visitor is told, and Escape leaves the card, with the conversation below it.
    await inbox.page.getByRole('button', { name: 'Decline' }).click();
    await card.getByText('Nobody could take your call.').waitFor();
    await card.getByRole('button', { name: 'Start call' }).press('Escape');
    await page.locator('iframe[title="Voice call"]').waitFor({ state: 'detached' });
    await widgetOf(page).composer.waitFor();

    // A page that is left hangs up. Had it not, the desk would call the connection lost.
    await page.evaluate(`zE('messenger:open', 'voice', 'sales')`);
    await card.getByRole('button', { name: 'Start call' }).press('Enter');
    await inbox.page.getByRole('button', { name: 'Answer', exact: true }).click();
    await inbox.page.getByRole('timer').waitFor();
    // The first call, which nobody took, is in the log above.
    await inbox.page.getByText(/^Missed call from /).waitFor();
    await page.goto(pages.serve('<!doctype html><title>Elsewhere</title>'));
    await inbox.page.getByRole('timer').waitFor({ state: 'detached' });
    expect(await inbox.page.getByText('The connection of the call was lost.').count()).toBe(0);
  });

  it('is one for all cards of a page, whether the menu or the page asks for it', async () => {
    const inbox = await openInbox(agents.browser, desk);
    await inbox.page.getByRole('heading', { name: 'Inbox' }).waitFor();
    const { page } = await openPage(visitors.browser);
    const box = '<div id="box" style="width:400px;height:600px"></div>';
    const head = '<script>window.zEMessenger = { autorender: false };</script>';
    await page.goto(pages.serve(fixture('plain.html', { DESK: desk.origin, HEAD: head, BODY: box })));
    const call = (...args: unknown[]) =>
      page.evaluate((values) => Reflect.get(window, 'zE')(...values), args);
    await call('messenger', 'render', { mode: 'embedded', widget: { targetElement: '#box' } });
    const { frame, composer } = widgetOf(page);
    await composer.waitFor();
    await frame.getByRole('button', { name: 'Options' }).click();
    await frame.getByRole('menuitem', { name: 'Call us' }).click();
    const cards = page.locator('iframe[title="Voice call"]');
    const card = cards.contentFrame();
    await card.getByRole('button', { name: 'Start call' }).click();
    await card.getByText('Calling…').waitFor();
    const asked = page.waitForResponse(/messaging\/status/);
    await call('messenger:open', 'voice');
    await asked;
    // During a call the card shows the call.
    await card.getByText('Calling…').waitFor();
    expect(await card.getByRole('button', { name: 'Start call' }).count()).toBe(0);
    expect(await cards.count()).toBe(1);
  });
});
