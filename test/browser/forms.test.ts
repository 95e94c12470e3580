import { beforeAll, describe, expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { agent } from '../support/deskClient';
import { FORM_FIELDS } from '../support/messages';
import { pixelsOf } from '../support/pixels';
import { setUp } from '../support/setUp';
import { conversationWith, widgetOf } from '../support/widget';

const messenger = {
  waitTimeEnabled: true,
  queuePositionEnabled: true,
  privacyNoticeEnabled: true,
  privacyNoticeUrl: 'https://boats.example/privacy',
  showZendeskLogo: true,
};
const { browser, desk } = await setUp({ settings: { messenger } });
const opened = await openPage(browser, {
  expectedProblems: [/ERR_FAILED/, /^Porch: Error submitting form/],
});
const widget = widgetOf(opened.page);
let conversation: string;

beforeAll(async () => {
  await opened.page.goto(`${desk.origin}/`);
  await widget.open();
  await widget.say('A boat, please');
});

const send = async (message: object): Promise<string> => {
  const { status, body } = await agent(desk)('POST', `/conversations/${conversation}/messages`, message);
  expect(status).toBe(201);
  return body.messages[0]?._id as string;
};
const said = async () => (await agent(desk)('GET', `/conversations/${conversation}/messages`)).body.messages;

it('a visitor in the queue sees their place and wait while they wait', async () => {
  conversation = await conversationWith(desk, 'A boat, please');
  await agent(desk)('POST', `/conversations/${conversation}/queue`);
  const banner = widget.frame.getByRole('status').filter({ hasText: 'Position in the queue: 1' });
  await banner.waitFor();
  await agent(desk)('POST', `/conversations/${conversation}/assign`, { name: 'Mara' });
  await banner.waitFor({ state: 'detached' });
});

it('below the composer are the privacy notice and the mark', async () => {
  const link = widget.frame.getByRole('link', { name: 'Privacy notice' });
  expect(await link.getAttribute('href')).toBe('https://boats.example/privacy');
  expect(await widget.frame.getByText('Messaging by Porch').isVisible()).toBe(true);
});

describe('a form an agent sends', () => {
  it('is filled in by keyboard alone, and its answers reach the agent and survive a reload', async () => {
    const form = await send({ type: 'form', name: 'Mara', fields: FORM_FIELDS });
    const box = (label: string) => widget.log.getByLabel(label, { exact: true });
    const { keyboard } = opened.page;
    await box('Name').focus();
    await keyboard.press('Enter');
    await widget.log.getByText('Enter a name', { exact: true }).waitFor();
    await keyboard.type('  Ann ');
    await keyboard.press('Enter');
    await box('Email').waitFor();
    await keyboard.type('ann@boats');
    await keyboard.press('Enter');
    await widget.log.getByText('Enter a valid email address', { exact: true }).waitFor();
    await keyboard.type('.example');
    await keyboard.press('Enter');
    await box('Boat').selectOption('e');
    await widget.log.getByRole('button', { name: 'Submit' }).click();
    await widget.log.getByText('Elk', { exact: true }).waitFor();
    expect(await widget.log.locator('form').count()).toBe(0);

    const answers = (await said()).filter((m) => m.type === 'formResponse');
    expect(answers).toMatchObject([
      {
        quotedMessageId: form,
        fields: [
          { name: 'name', text: 'Ann' },
          { name: 'mail', email: 'ann@boats.example' },
          { name: 'boat', select: [{ name: 'e', label: 'Elk' }] },
        ],
      },
    ]);
    await opened.page.reload();
    await widget.log.getByText('ann@boats.example', { exact: true }).waitFor();
    expect(await widget.log.locator('form').count()).toBe(0);
  });

  it.each([
    ['though its answer is lost', true],
    ['when it is tried again after it failed', false],
  ])('is taken once %s', async (_, arrives) => {
    const label = arrives ? 'Ship' : 'Raft';
    const form = await send({ type: 'form', name: 'Mara', fields: [{ ...FORM_FIELDS[0], label }] });
    const { page } = opened;
    await page.route('**/messages', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      if (arrives) await route.fetch();
      return route.abort();
    });
    await widget.log.getByLabel(label, { exact: true }).fill(`My ${label}`);
    await widget.log.getByRole('button', { name: 'Submit' }).click();
    if (!arrives) {
      await widget.log.getByText('Error submitting form. Try again.', { exact: true }).waitFor();
      expect((await said()).filter((m) => m.quotedMessageId === form)).toEqual([]);
      await page.unrouteAll({ behavior: 'wait' });
      await widget.log.getByRole('button', { name: 'Submit' }).click();
    }
    await widget.message(`My ${label}`).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    expect((await said()).filter((m) => m.quotedMessageId === form)).toHaveLength(1);
  });

  it('shows the arrow of a choice in the middle of its box', async () => {
    const label = 'Which boat';
    await send({ type: 'form', name: 'Mara', fields: [{ ...FORM_FIELDS[2], label }] });
    const choice = widget.log.getByLabel(label, { exact: true });
    // A full block fills its line, so the arrow's own shape in each font makes no difference.
    await choice.evaluate(({ ownerDocument }) => {
      const sheet = new (ownerDocument.defaultView as typeof globalThis & Window).CSSStyleSheet();
      sheet.replaceSync('::picker-icon{content:"█";color:#f00!important}');
      ownerDocument.adoptedStyleSheets.push(sheet);
    });
    const { data, width, height } = await pixelsOf(opened.page, await choice.screenshot());
    const isRed = (pixel: number) => data[pixel * 4] === 255 && data[pixel * 4 + 1] === 0;
    const rows = Array.from({ length: height }, (_, y) => y).filter((y) =>
      Array.from({ length: width }, (_, x) => y * width + x).some(isRed),
    );
    const [first = 0, last = 0] = [rows[0], rows.at(-1)];
    expect(rows.length).toBeGreaterThan(0);
    expect(Math.abs((first + last + 1) / 2 - height / 2)).toBeLessThanOrEqual(2);
  });
});
