import { afterAll, describe, expect, it } from 'vitest';
import { type OpenedPage, openPage, shareBrowser } from '../support/browser';
import { forThisFile } from '../support/forThis';
import { checkSharedPages } from '../support/pageProblems';
import { takeUncaught } from '../support/uncaught';

const { browser } = await forThisFile(shareBrowser());
const shared = await openPage(browser);

const logs = ({ page }: Pick<OpenedPage, 'page'>) => page.evaluate("console.error('planted')");

const throws = async ({ page, problems }: OpenedPage) => {
  await page.evaluate("void setTimeout(() => { throw new Error('planted') })");
  await expect.poll(() => problems.pageErrors).toHaveLength(1);
  takeUncaught();
};

const violates = async ({ page, problems }: OpenedPage) => {
  const policy = `<meta http-equiv="Content-Security-Policy" content="img-src 'none'">`;
  await page.route('https://planted.example/', (route) =>
    route.fulfill({ body: `${policy}<img src="/planted.png">`, contentType: 'text/html' }),
  );
  await page.goto('https://planted.example/');
  await expect.poll(() => problems.cspViolations).toHaveLength(1);
};

const PLANTED_TEXT = expect.stringContaining('planted');

const PLANTED = [
  ['a console error', logs],
  ['an uncaught exception', throws],
  ['a violation of its policy', violates],
  [
    'a console error in another tab',
    async ({ page }: OpenedPage) => logs({ page: await page.context().newPage() }),
  ],
] as const;

describe('the check of a page', () => {
  it.fails('fails the test that opened it, although the test says nothing of problems', async () => {
    await logs(await openPage(browser));
  });

  it.fails('fails the test whose expected problem did not happen', async () => {
    await openPage(browser, { expectedProblems: [/planted/] });
  });

  it.each(PLANTED)('fails for %s', async (_, plant) => {
    const opened = await openPage(browser);
    await plant(opened);
    await expect(opened.close()).rejects.toMatchObject({
      actual: { unexpected: expect.arrayContaining([PLANTED_TEXT]) },
    });
  });

  it.each(PLANTED)('passes where its test expects %s', async (_, plant) => {
    await plant(await openPage(browser, { expectedProblems: [/planted/] }));
  });

  it('passes with and without a problem that may happen', async () => {
    await openPage(browser, { possibleProblems: [/planted/] });
    await logs(await openPage(browser, { possibleProblems: [/planted/] }));
  });

  it('fails the test in which a problem happened, where several share the page', async () => {
    checkSharedPages();
    await logs(shared);
    expect(checkSharedPages).toThrow('problems on the page');
    checkSharedPages();
  });
});

describe('a page of a test that fails', () => {
  let opened: OpenedPage | undefined;
  afterAll(() => expect(opened?.page.isClosed()).toBe(true));

  it.fails('is closed all the same', async () => {
    opened = await openPage(browser);
    expect.fail('a failed assertion');
  });
});
