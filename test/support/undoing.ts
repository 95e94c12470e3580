import { expect } from 'vitest';
import type { Desk } from './desk';
import { agent, createVisitor, sendText } from './deskClient';
import { signInAgent } from './signInAgent';
import { type Driver, ENTER } from './webDriver/driver';

/** A browser in which a visitor or an agent writes. */
export type Writer = Pick<Driver, 'goto' | 'run' | 'type' | 'setCookie'>;

const visitorBox = `
  const root = [...document.documentElement.children].map((child) => child.shadowRoot).find(Boolean);
  const doc = root?.querySelector('iframe[title]')?.contentDocument;
  const box = doc?.querySelector('[data-on=composer] textarea');`;
const agentBox = `const doc = document; const box = doc.querySelector('textarea[aria-label=Reply]');`;

/** @param find a script that finds the text box and its document */
const writingIn = (writer: Writer, find: string) => {
  const ask = <T>(body: string, ...args: unknown[]) => writer.run<T>(`${find}\n${body}`, ...args);
  const value = () => ask<string>('return box.value');
  const steps: string[] = [''];
  const note = async () => {
    await expect.poll(value).not.toBe(steps.at(-1));
    steps.push(await value());
  };
  return {
    isThere: () => expect.poll(() => ask<boolean>('return !!box')).toBe(true),
    async type(text: string) {
      await ask('box.focus()');
      await writer.type(text);
      await note();
    },
    async press(selector: string) {
      const there = () => ask<boolean>('return !!doc.querySelector(arguments[0])', selector);
      await expect.poll(there).toBe(true);
      await ask('doc.querySelector(arguments[0]).click()', selector);
    },
    ask,
    note,
    /** Expects each step to be taken back alone, the last one first, by what Ctrl+Z runs. */
    async undoAll() {
      await ask('box.focus()');
      const seen = [await value()];
      for (let i = 1; i < steps.length; i++) {
        await ask(`doc.execCommand('undo')`);
        seen.push(await value());
      }
      expect(seen).toEqual([...steps].reverse());
    },
  };
};

/** A visitor, whose window is open, puts in an emoji, and takes all back. */
export const visitorUndoes = async (writer: Writer): Promise<void> => {
  const box = writingIn(writer, visitorBox);
  await box.isThere();
  await box.type('Good ');
  await box.press('[data-on=composer] button[type=button]');
  await box.press('[data-on=composer] [role=dialog] > div button');
  await box.note();
  await box.type(' morning');
  await box.undoAll();
};

const PASTE = `
  const data = new DataTransfer();
  const html = '<a href="https://shop.example/guide">guide</a>';
  data.setData('text/html', html);
  // Firefox reads the second and third.
  const pasted = { clipboardData: data, dataType: 'text/html', data: html };
  box.dispatchEvent(new ClipboardEvent('paste', { ...pasted, bubbles: true, cancelable: true }));`;

/** An agent writes a reply with all that the inbox puts into it, and takes it back. */
export const agentUndoes = async (writer: Writer, desk: Desk): Promise<void> => {
  const visitor = await createVisitor(desk, { properties: { name: 'Ana' } });
  await sendText(visitor, 'How do I begin?');
  await agent(desk)('POST', '/saved-replies', {
    shortcut: 'thanks',
    text: 'Thank you, {{name}}!\nAnd good luck.',
  });
  const { cookie } = await signInAgent(desk, { role: 'admin' });
  const [name = '', value = ''] = cookie.split('=');
  await writer.goto(`${desk.origin}/agent/nothing`);
  await writer.setCookie({ name, value, path: '/agent' });
  await writer.goto(`${desk.origin}/agent#conversation=${visitor.conversationId}`);
  const box = writingIn(writer, agentBox);
  await box.isThere();
  await box.type('Good ');
  await box.press('[aria-label=Emoji]');
  await box.press('.emoji');
  await box.note();
  await box.type(' morning');
  await box.ask('box.setSelectionRange(0, 4)');
  await box.press('[aria-label=Bold]');
  await box.note();
  await box.ask('box.setSelectionRange(99, 99)');
  await box.type(' from the ');
  await box.ask(PASTE);
  await box.note();
  await box.type(' /than');
  await writer.type(ENTER);
  await box.note();
  await box.undoAll();
};
