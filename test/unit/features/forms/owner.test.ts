import { describe, expect, it } from 'vitest';
import { createFormStates } from '../../../../src/features/forms/formState';
import { createKeptForms } from '../../../../src/features/forms/keepForms';
import { ownerOf, storeOf } from '../../../../src/features/forms/owner';
import { createFormFlow } from '../../../../src/features/forms/submitForm';
import { type FormField, formSteps } from '../../../../src/messageKinds/form/decode';
import { createLoginSide, loginsForEachTest } from '../../../support/loginSide';

const made = loginsForEachTest();

const fields = [
  { type: 'text', name: 'name', label: 'Name' },
  { type: 'text', name: 'iban', label: 'IBAN' },
];
const steps = formSteps(fields) as [FormField, FormField];
const [name, iban] = steps;
const wait = (ms = 0) => made.settle(ms);
const gives = (who: string) => made.gives(who);
const FORMS = 'ZD-web.forms';

/** A page, whose forms load with the first one. */
const openPage = () => {
  const side = createLoginSide(made.desk, made.clock, made.browser);
  const { conversations, messages, user } = side.slices;
  const open = () => {
    const owner = ownerOf(user);
    const kept = createKeptForms({
      ...{ store: storeOf(user, side.storages), integrationId: 'web' },
      ...{ owner, isOver: user.isOver },
    });
    const flow = createFormFlow({
      ...{ forms: createFormStates(kept), messages, conversations, owner },
      submit: () => new Promise(() => {}),
      createId: () => 'ref',
      report: () => {},
    });
    return { kept, flow };
  };
  let forms: ReturnType<typeof open> | undefined;
  const flow = () => {
    forms ??= open();
    return forms.flow;
  };
  /** The form that the card draws. */
  const drawn = (): string =>
    messages.drawn(conversations.active.value?._id ?? '').find((m) => m.type === 'form')?._id ?? '';
  const leave = () => {
    forms?.kept.flush();
    forms?.flow.dispose();
    side.dispose();
  };
  return { ...side, flow, drawn, leave };
};
type Page = ReturnType<typeof openPage>;

/** A visitor, who is Ann by default, has a form in their log. */
const ask = async (isAnn = true): Promise<Page> => {
  const page = openPage();
  if (isAnn) page.login(gives('ann'));
  await wait();
  await page.write('question');
  const id = page.slices.conversations.active.value?._id;
  await made.desk.agent.call('POST', `/conversations/${id}/messages`, { type: 'form', fields });
  page.delivery.refresh();
  await wait(2000);
  return page;
};
/** The next page, on which Ann's login waits for its answer. @returns gives the answer */
const wake = async (page: Page): Promise<() => Promise<void>> => {
  let answer = (_?: unknown) => {};
  page.decide(({ path }) =>
    path.endsWith('/login') ? new Promise((resolve) => (answer = resolve)) : undefined,
  );
  await page.logIn(gives('ann'));
  return () => {
    page.decide(() => undefined);
    answer();
    return wait(2000);
  };
};

describe('a form of the kept log, before the login is answered', () => {
  it('has what was filled in before, and keeps it with what follows', async () => {
    const before = await ask();
    const id = before.drawn();
    before.flow().change(id, name, 'Ann');
    before.flow().next(id, steps);
    before.flow().change(id, iban, 'DE12');
    before.leave();
    const page = openPage();
    const answer = await wake(page);
    expect(page.drawn()).toBe(id);
    expect(page.flow().state(id).value).toMatchObject({ step: 2, values: { name: 'Ann', iban: 'DE12' } });
    page.flow().change(id, name, 'Anna');
    await answer();
    expect(page.user.auth.value?.type).toBe('jwt');
    page.leave();
    expect(JSON.parse(made.browser.local[FORMS] ?? '').forms[id]).toMatchObject({
      values: { name: 'Anna', iban: 'DE12' },
    });
  });

  it.each(['logout', 'ben'])('is emptied and forgotten where another visitor follows: %s', async (who) => {
    (await ask()).leave();
    const page = openPage();
    await wake(page);
    const id = page.drawn();
    page.flow().change(id, name, 'secret');
    await wait(1000);
    page.decide(() => undefined);
    if (who === 'ben') page.login(gives('ben'));
    else {
      void page.delivery.logoutUser();
      await wait(100);
      page.delivery.start();
    }
    await wait(3000);
    expect([page.flow().state(id).value.values, page.user.appUserId.value]).toEqual([{}, expect.any(String)]);
    page.leave();
    expect(made.browser.local[FORMS]).toBeUndefined();
  });
});

describe('a half-filled form', () => {
  const fill = (page: Page) => {
    const id = page.drawn();
    page.flow().change(id, name, 'Ann');
    page.flow().next(id, steps);
    page.flow().change(id, iban, 'DE12');
    return id;
  };
  const filled = { step: 2, values: { name: 'Ann', iban: 'DE12' } };

  it('stays as it is when its visitor logs in', async () => {
    const page = await ask(false);
    const id = fill(page);
    await page.logIn(gives('ann'), 3000);
    expect(page.user.auth.value?.type).toBe('jwt');
    expect(page.flow().state(id).value).toMatchObject(filled);
    page.leave();
  });

  it('is there again once its visitor is, after an anonymous one', async () => {
    const before = await ask();
    const id = fill(before);
    before.leave();
    const page = openPage();
    let isDown = true;
    page.decide(({ path }) =>
      isDown && path.endsWith('/login') ? new Response('', { status: 503 }) : undefined,
    );
    await page.logIn(gives('ann'), 100);
    expect(page.flow().state(id).value).toMatchObject(filled);
    await page.write('Are you there?', 200_000);
    expect([page.user.auth.value?.type, page.flow().state(id).value.values]).toEqual(['sessionToken', {}]);
    isDown = false;
    await wait(300_000);
    expect(page.user.auth.value?.type).toBe('jwt');
    expect(page.flow().state(id).value).toMatchObject(filled);
    page.leave();
  });

  it.each(['logout', 'login'])('of an email’s link is the tab’s, and goes with its visitor: %s', (way) => {
    const { slices, storages, ...page } = openPage();
    const { user } = slices;
    const owner = ownerOf(user);
    const kept = createKeptForms({
      ...{ store: storeOf(user, storages), integrationId: 'web' },
      ...{ owner, isOver: user.isOver },
    });
    const forms = createFormStates(kept);
    user.signIn({ _id: 'ann' } as never, 'token', undefined);
    forms.patch('hers', { values: { name: 'Ann' } });
    kept.flush();
    const hers = made.browser.local[FORMS];
    user.signInByLink({ _id: 'guest' } as never, 'token', undefined);
    forms.patch('theirs', { values: { pin: '1234' } });
    kept.flush();
    expect([made.browser.local[FORMS], storages.session.get('web.forms')]).toEqual([
      hers,
      expect.stringContaining('1234'),
    ]);
    if (way === 'login') user.useJwt('jwt', 'ben');
    else user.clear();
    expect(storages.session.get('web.forms')).toBeNull();
    page.dispose();
  });
});
