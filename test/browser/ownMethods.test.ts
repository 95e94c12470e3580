import { expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { fixture } from '../support/hostPages';
import { setUp } from '../support/setUp';
import { takeUncaught } from '../support/uncaught';
import { conversationWith, replyAs, widgetOf } from '../support/widget';

const { browser, desk, pages } = await setUp();

type When = 'before the tag' | 'after the launcher';

/** The objects whose methods a page replaces, as code. */
const OWNERS = [
  'Array.prototype',
  'Array',
  'String.prototype',
  'String',
  'Object.prototype',
  'Object',
  'Promise.prototype',
  'Promise',
  'Event.prototype',
  'Node.prototype',
  'JSON',
  'Map.prototype',
  'Set.prototype',
  'Function.prototype',
];
/**
 * What the launcher itself still calls, or awaits, in the page's realm: found by a visit for each method and kind. `then` is
 * also called where the messenger awaits what the launcher gives. The others read colors and texts of the window; to
 * do without them takes 3 to 10 bytes each before intent.
 */
const CALLED: Record<When, RegExp> = {
  'before the tag': /^Promise\.prototype\.then$/,
  'after the launcher':
    /^(Promise\.prototype\.then|Array\.prototype\.(join|map|slice|toString)|String\.prototype\.(match|trim)|Object\.assign)$/,
};
/** What the page's own method does. */
const KINDS = { throws: "throw Error('The page’s own.')", lies: "return 'a lie'" };
type Kind = keyof typeof KINDS;
type Method = readonly [owner: string, name: string];

/** Replaces the methods, by nothing but syntax and what it took before. */
const replace = (methods: readonly Method[], kind: Kind): string =>
  `{ const own = function () { ${KINDS[kind]} };
     const define = Object.defineProperty;
     ${methods.map(([owner, name]) => `define(${owner}, '${name}', { value: own, writable: true, configurable: true });`).join('\n')} }`;

/** Every method that one of the owners has in this browser. */
const methodsOf = async (): Promise<Method[]> => {
  const { page, close } = await openPage(browser, { at: pages.serve('<!doctype html><title>Empty</title>') });
  const methods = await page.evaluate((owners) => {
    return owners.flatMap((owner) => {
      const object = owner.split('.').reduce<unknown>((of, name) => Reflect.get(of as object, name), window);
      return Object.entries(Object.getOwnPropertyDescriptors(object) as Record<string, PropertyDescriptor>)
        .filter(
          ([name, { value, configurable }]) =>
            typeof value === 'function' && configurable && name !== 'constructor',
        )
        .map(([name]): [string, string] => [owner, name]);
    });
  }, OWNERS);
  await close();
  return methods;
};

/** A visit with a text, an answer and a reload. @returns what did not work */
const visit = async (methods: readonly Method[], kind: Kind, when: When): Promise<string | undefined> => {
  const text = `Is ${methods[0]?.join('.')} yours, which ${kind} ${when}?`;
  const { page, close } = await openPage(browser, { possibleProblems: [/(?:)/] });
  page.setDefaultTimeout(4_000);
  const script = replace(methods, kind);
  try {
    const HEAD = when === 'before the tag' ? `<script>${script}</script>` : '';
    const html = fixture('plain.html', { DESK: desk.origin, HEAD });
    await page.goto(pages.serve(html.replace('porch.js', 'porch.now.js')));
    const { open, say, log, launcher } = widgetOf(page);
    await launcher.waitFor();
    if (!HEAD) await page.evaluate(`${script}; 1`);
    await open();
    await say(text);
    // The desk has it: asking the desk for what never comes takes a minute.
    await log.getByText('Sent', { exact: true }).waitFor();
    await replyAs(desk, await conversationWith(desk, text), `Answer to ${text}`);
    await log.getByText(`Answer to ${text}`).waitFor();
    await page.reload();
    await log.getByText(`Answer to ${text}`).waitFor();
    return undefined;
  } catch (error) {
    return `${error}`.split('\n').slice(0, 3).join(' ');
  } finally {
    await close();
    takeUncaught();
  }
};

/** The methods with which the messenger does not work, found by halves. */
const failing = async (methods: readonly Method[], kind: Kind, when: When): Promise<string[]> => {
  const why = await visit(methods, kind, when);
  if (!why) return [];
  if (methods.length === 1) return [`${methods[0]?.join('.')} ${kind} ${when}: ${why}`];
  const half = Math.floor(methods.length / 2);
  const found = [
    ...(await failing(methods.slice(0, half), kind, when)),
    ...(await failing(methods.slice(half), kind, when)),
  ];
  return found.length > 0 ? found : [`${methods.map((m) => m.join('.'))} ${kind} ${when}: ${why}`];
};

it.each(['before the tag', 'after the launcher'] as const)(
  'works on pages whose methods of the language throw or lie, replaced %s (start-22)',
  async (when) => {
    const methods = (await methodsOf()).filter((method) => !CALLED[when].test(method.join('.')));
    const found: string[] = [];
    for (const owner of OWNERS)
      for (const kind of ['throws', 'lies'] as const)
        found.push(
          ...(await failing(
            methods.filter(([of]) => of === owner),
            kind,
            when,
          )),
        );
    expect(found).toEqual([]);
  },
);
