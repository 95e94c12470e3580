import { describe, expect, it } from 'vitest';
import { obj } from '../../src/wire/decode';
import { everyForm, URLS, XSS } from '../component/support/hostileVectors';
import { forThisFile, setUp } from '../support/setUp';
import { attackLog } from './attackedLog';
import { chunks, missing } from './guard';

const { browser, desk } = await setUp();
const attacked = await forThisFile(attackLog(browser, desk, /^Porch: Error submitting form/));

const ROUNDS = [
  ...chunks(XSS, 104).map((some) => ({ what: 'scripts', some: some.map((v) => [v, v] as const) })),
  { what: 'addresses', some: URLS.map((url) => ['Words', url] as const) },
].map((round, i) => ({ ...round, part: i + 1 }));

describe('forms, answers, quotes and sources of a hostile service', () => {
  it.each(ROUNDS)('are drawn as text and safe links only, part $part: $what', async ({ some }) => {
    const { show, widget, watched, address } = attacked;
    await show(some.flatMap(([vector, url], i) => everyForm(vector, url, `${i}`)));
    const { log } = widget;
    // Forms are drawn by their own part, which may load later than the one `show` waits for.
    await expect.poll(() => log.locator('form').count()).toBe(some.length * 3);
    const texts = some.map(([vector]) => vector);
    const said = (selector: string) => log.locator(selector).allTextContents();
    const properties = (selector: string, name: string) =>
      log.locator(selector).evaluateAll((all, key) => all.map((one) => String(Reflect.get(one, key))), name);

    // Every kind of element has shown every text.
    expect(missing(await said('label bdi'), texts), 'labels').toEqual([]);
    expect(missing(await properties('input[type=text]', 'placeholder'), texts), 'placeholders').toEqual([]);
    expect(missing(await properties('input[type=email]', 'placeholder'), texts), 'emails').toEqual([]);
    expect(missing(await said('select option:first-child'), texts), 'no choice').toEqual([]);
    expect(missing(await said('select option:last-child'), texts), 'choices').toEqual([]);
    expect(missing(await properties('select option:last-child', 'value'), texts), 'names of choices').toEqual(
      [],
    );
    expect(missing(await said('dt bdi'), texts), 'labels of answers').toEqual([]);
    expect(missing(await said('dd bdi'), texts), 'answers').toEqual([]);
    expect(
      missing(
        await said('dl'),
        texts.map((t) => t.repeat(6)),
      ),
      'all three answers',
    ).toEqual([]);
    expect(missing(await said('div:has(+ dl) bdi'), texts), 'who asked').toEqual([]);
    expect(missing(await said('blockquote p'), texts), 'quotes').toEqual([]);
    expect(missing(await said('ol ol li > :first-child'), texts), 'sources').toEqual([]);
    expect(missing(await said('ol ol li > p'), texts), 'what sources are').toEqual([]);
    expect(missing(await said('a[download] b'), texts), 'names of files').toEqual([]);
    expect(missing(await said('li > b bdi'), texts), 'authors').toEqual([]);
    await watched.expectHarmless(address, some.length * 40);

    // Error messages contain the field's name.
    const forms = log.locator('form');
    expect(await forms.count()).toBe(some.length * 3);
    await forms.evaluateAll((all) => {
      for (const form of all) (form as HTMLFormElement).requestSubmit();
    });
    const alerts = await said('form [role=alert]');
    expect(
      missing(
        alerts,
        texts.map((text) => `This field is required: ${text}`),
      ),
      'problems',
    ).toEqual([]);
    await watched.expectHarmless(address);
  });

  it('can be filled in, and the chosen value is sent unchanged', async () => {
    const { show, page, widget, watched, address } = attacked;
    const bodies: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/messages'))
        bodies.push(request.postData() ?? '');
    });
    const some = XSS.slice(0, 20);
    const choices = some.flatMap((vector, i) => everyForm(vector, vector, `${i}`).slice(2, 3));
    await show(choices);
    const forms = widget.log.locator('form');
    for (const [i, vector] of some.entries()) {
      const form = forms.nth(i);
      await form.locator('select').selectOption({ index: 1 });
      await form.getByRole('button').click();
      // The desk has no such form and refuses the submission.
      await form.getByText('Error submitting form. Try again.').waitFor();
      expect(obj(obj(JSON.parse(bodies[i] ?? '{}')).message).fields).toMatchObject([
        { name: vector, label: vector, select: [{ name: vector, label: vector }] },
      ]);
    }
    await watched.expectHarmless(address);
  });
});
