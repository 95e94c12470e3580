import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findNginx } from '../../scripts/setup.mjs';
import { byWriter, startTalk } from '../cluster/talk';
import { openPage, shareBrowser } from '../support/browser';
import type { Desk } from '../support/desk';
import { agent, at, createVisitor, listenAsAgent, listenAsVisitor, sendText } from '../support/deskClient';
import { forThisTest } from '../support/forThis';
import { fixture, startHostPages } from '../support/hostPages';
import { messageLog, replyField } from '../support/inboxPage';
import { mailSettings, startMailServer } from '../support/mailServer';
import { buildOlderRelease, hasCommit } from '../support/olderDesk';
import { POSTGRES } from '../support/postgres';
import { REDIS } from '../support/redis';
import { startReceiver } from '../support/webhookReceiver';
import { conversationWith, replyAs, widgetOf } from '../support/widget';
import { addContent, type Content, differences, filesIn, joinFirst, readContent } from '../upgrade/content';
import { STANDS } from '../upgrade/stands';

/** `npm run test:long -- upgrade`. */
const IS_ASKED = process.env.UPGRADE_VISITS !== undefined;
/** The build that the desk begins with, and goes back to. */
const FROM = process.env.UPGRADE_FROM ?? '7eda988e';
const PATIENCE_MS = 60_000;
const CROWD = { visitors: 12, agents: 2, everyMs: 1500 };
const possibleProblems = [
  /ERR_|Failed to load|WebSocket|CORS policy|status of (?:404|502|503)|dynamically imported module/,
];

/** Takes webhooks. */
const startHooked = async () => {
  const got: { id: string; text: string; conversation: string; hook: string }[] = [];
  const listening = await startReceiver(({ payload }, { url: hook = '', headers }) => {
    const { message, conversation } = payload;
    const id = String(headers['webhook-id']);
    got.push({ id, text: message.content.text ?? '', conversation: conversation.id, hook });
  });
  return { got, ...listening };
};

/** Somebody listens at one process to what happens at the other. @returns the kinds of what they have not heard */
const hearEachOther = async (here: Desk, there: Desk): Promise<string[]> => {
  const visitor = await createVisitor(here);
  const [asVisitor, asAgent] = [await listenAsVisitor(here, visitor), await listenAsAgent(here)];
  const path = `/conversations/${visitor.conversationId}`;
  const call = agent(there);
  // The others know of an older process a second after its start.
  await expect
    .poll(
      async () => {
        await sendText(at(there, visitor), 'Is somebody there?');
        return asVisitor.events.length > 0 && asAgent.events.length > 0;
      },
      { timeout: 10_000, interval: 500 },
    )
    .toBe(true);
  await sendText(at(there, visitor), 'from another version');
  await call('POST', `${path}/messages`, { text: 'an answer' });
  await call('POST', `${path}/activity`, { type: 'typing:start' });
  const { body } = await call('POST', `${path}/messages`, { text: 'Within', growing: true });
  await call('PATCH', `${path}/messages/${body.messages[0]?._id}`, {
    text: 'Within 30 days',
    growing: false,
  });
  await call('POST', `${path}/notes`, { text: 'a note' });
  await call('POST', `${path}/close`, {});
  const heard = () => ({
    visitor: asVisitor.events.map(({ message, activity }) => message?.text ?? activity?.type),
    agent: asAgent.events
      .filter(({ conversation }) => conversation?._id === visitor.conversationId)
      .map(({ type, message, activity, note }) => message?.text ?? note?.text ?? activity?.type ?? type),
  });
  const missing = () => [
    ...['from another version', 'an answer', 'typing:start', 'Within', 'Within 30 days'].filter(
      (what) => !heard().visitor.includes(what),
    ),
    ...['from another version', 'an answer', 'Within 30 days', 'a note'].filter(
      (what) => !heard().agent.includes(what),
    ),
  ];
  await expect
    .poll(missing, { timeout: 10_000 })
    .toEqual([])
    .catch(() => console.log(heard()));
  await call('POST', `/users/${visitor.id}/expire-sessions`);
  await asVisitor.refused();
  for (const { stop } of [asVisitor, asAgent]) stop();
  return missing();
};

describe.runIf(IS_ASKED && hasCommit(FROM) && POSTGRES && REDIS && findNginx())(
  `a desk of ${FROM} with its data`,
  { timeout: 1_200_000 },
  () => {
    it.each(Object.entries(STANDS))(
      'is upgraded, set back and upgraded again, on %s',
      async (_name, begin) => {
        const older = buildOlderRelease(FROM);
        const { browser } = await forThisTest(shareBrowser());
        const pages = await forThisTest(startHostPages());
        const mails = await forThisTest(startMailServer());
        const receiver = await forThisTest(startHooked());
        const email = { ...mailSettings(mails.url), offerAfter: 86_400, sendAfter: 30 };
        // As docs/operate.md advises those who may want to go back.
        const messenger = { integrationId: 'web', people: { presence: true } };
        const stand = await forThisTest(begin({ main: older, settings: { email, messenger } }));
        const { desk, nodes } = stand;
        const { ask, cookie } = await joinFirst(desk, stand.firstLink);
        const contents: Content[] = [await addContent(desk, ask, 'zero', `${receiver.origin}/zero`)];
        const visitors = () => contents.flatMap(({ visitors }) => visitors);
        const everybody = () => contents.flatMap(({ visitors, emailed }) => [...visitors, emailed]);
        let before = await readContent(ask, everybody());
        expect(mails.received).toEqual([]);

        const html = fixture('plain.html', { DESK: desk.origin }).replace('porch.js', 'porch.now.js');
        const address = pages.serve(html);
        const missing = new Map<string, string[]>();
        let phase = 'before';
        /** Notes the files that a page asks for in vain. A refusal of another origin's script is no response to a page. */
        const watch = (context: BrowserContext): void => {
          const note = (what: string, url: string): void => {
            if (/\/(?:porch|agent)\//.test(url))
              missing.set(phase, [...(missing.get(phase) ?? []), `${what} ${url}`]);
          };
          context.on('response', (response) => {
            if (response.status() >= 400) note(`${response.status()}`, response.url());
          });
          context.on('requestfailed', (request) => {
            if (request.failure()?.errorText === 'net::ERR_FAILED') note('refused', request.url());
          });
        };
        const visit = async (): Promise<Page> => {
          const { page } = await openPage(browser, { possibleProblems });
          watch(page.context());
          await page.goto(address);
          await widgetOf(page).launcher.waitFor();
          return page;
        };
        let said = 0;
        const converse = async (page: Page): Promise<void> => {
          const n = said++;
          await widgetOf(page).say(`Question ${n}`);
          await widgetOf(page).log.getByText('Sent', { exact: true }).waitFor();
          await replyAs(desk, await conversationWith(desk, `Question ${n}`), `Answer ${n}`);
          await widgetOf(page).message(`Answer ${n}`).waitFor();
        };
        const visitAnew = async (): Promise<Page> => {
          const page = await visit();
          await widgetOf(page).open();
          await converse(page);
          return page;
        };

        const talking = [await visitAnew()];
        const returning = await visitAnew();
        const firstQuestion = `Question ${said - 1}`;
        const waiting = [await visit(), await visit()];
        const { page: inbox } = await openPage(browser, { possibleProblems });
        watch(inbox.context());
        await inbox.addInitScript(() => localStorage.setItem('porch.agentUndo', 'off'));
        const [name = '', value = ''] = cookie.split('=');
        await inbox
          .context()
          .addCookies([{ name, value, domain: '127.0.0.1', path: '/agent', httpOnly: true }]);
        const known = await createVisitor(desk, { givenName: 'Zoe' });
        await sendText(known, 'Zoe is here');
        await inbox.goto(`${desk.origin}/agent`);
        await inbox.getByRole('button', { name: /Zoe/ }).first().click();
        const answerInInbox = async (): Promise<void> => {
          const n = said++;
          await sendText(known, `Zoe asks ${n}`);
          await messageLog(inbox).getByText(`Zoe asks ${n}`).waitFor();
          await replyField(inbox).fill(`Zoe gets ${n}`);
          await replyField(inbox).press('Enter');
          await expect
            .poll(
              async () => {
                const { body } = await known.call('GET', `/conversations/${known.conversationId}/messages`);
                return body.messages.map(({ text }) => text);
              },
              { timeout: PATIENCE_MS },
            )
            .toContain(`Zoe gets ${n}`);
          await messageLog(inbox).getByText(`Zoe gets ${n}`).first().waitFor();
        };
        await answerInInbox();

        const talk = await startTalk(desk, CROWD);
        onTestFinished(() => talk.stop());
        for (const [next, main] of [
          ['upgraded', undefined],
          ['set back', older],
          ['upgraded again', undefined],
        ] as const) {
          phase = `being ${next}`;
          for (const node of nodes.keys()) {
            // The older build does not share its files: from here on, nobody has those of the build before.
            if (node === nodes.length - 1) phase = next;
            await stand.replace(node, main);
            if (node > 0 || nodes.length === 1) continue;
            const [one, two] = nodes as [Desk, Desk];
            expect([await hearEachOther(one, two), await hearEachOther(two, one)]).toEqual([[], []]);
            talking.push(await visitAnew());
          }
          phase = next;
          expect(differences(await readContent(ask, everybody()), before)).toEqual([]);
          for (const visitor of visitors().filter((_, n) => n % 4 !== 3))
            expect((await sendText(visitor, `Still me, ${next}`)).status).toBe(201);
          contents.push(
            await addContent(desk, ask, next.replaceAll(' ', '-'), `${receiver.origin}/${next[0]}${said}`),
          );
          for (const page of talking) await converse(page);
          await returning.reload();
          await widgetOf(returning).message(firstQuestion).waitFor();
          await converse(returning);
          const page = waiting.pop();
          if (page) {
            await widgetOf(page).open();
            await converse(page);
            await widgetOf(page).frame.getByRole('button', { name: 'Add emoji' }).click();
            await widgetOf(page)
              .frame.getByRole('dialog')
              .getByRole('button', { name: '😀' })
              .first()
              .waitFor();
          }
          talking.push(await visitAnew());
          await answerInInbox();
          before = await readContent(ask, everybody());
          for (const file of filesIn(before)) expect([file, (await fetch(file)).status]).toEqual([file, 200]);
          console.log(
            `${next}: ${talk.acknowledged.length} messages, ${filesIn(before).length} files, 404: ${JSON.stringify(missing.get(phase) ?? [])}`,
          );
        }

        await talk.finish();
        const { acknowledged } = talk;
        await expect.poll(() => talk.missing(acknowledged).slice(0, 5), { timeout: PATIENCE_MS }).toEqual([]);
        const stored = [...(await talk.stored())].flatMap(([conversationId, texts]) =>
          texts.map((text) => ({ conversationId, text })),
        );
        expect(byWriter(stored)).toEqual(byWriter(acknowledged));
        const firsts = () => [
          ...new Map(
            receiver.got.filter(({ hook }) => hook === '/zero').map((one) => [one.id, one]),
          ).values(),
        ];
        const told = () => {
          const known = new Set(acknowledged.map(({ conversationId }) => conversationId));
          return byWriter(
            firsts().flatMap(({ conversation, text }) =>
              known.has(conversation) ? [{ conversationId: conversation, text }] : [],
            ),
          );
        };
        await expect.poll(told, { timeout: PATIENCE_MS }).toEqual(byWriter(acknowledged));
        await expect
          .poll(() => mails.received.map(({ to }) => to[0]).toSorted(), { timeout: PATIENCE_MS })
          .toEqual(
            ['set-back', 'upgraded', 'upgraded-again', 'zero']
              .map((round) => `eve-${round}@visitor.example`)
              .toSorted(),
          );
        console.log(
          `${acknowledged.length} messages, ${receiver.got.length} webhooks; sent again: ${talk.repeated()} (${JSON.stringify([...talk.failures])}); 404: ${JSON.stringify([...missing])}`,
        );
        expect([...missing].filter(([when]) => when.startsWith('being'))).toEqual([]);
      },
    );
  },
);
