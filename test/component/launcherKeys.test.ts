import { expect, it } from 'vitest';
import { createLauncher } from '../../src/launcher/launcher';
import { handoverOf } from '../support/handover';

it('The launcher’s keys are its own before the messenger is there: the page hears none', () => {
  const launcher = createLauncher({ ...handoverOf(), config: {} });
  const heard: string[] = [];
  const hear = ({ key }: KeyboardEvent) => heard.push(key);
  document.addEventListener('keydown', hear);
  const press = (on: Element, key: string) =>
    on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }));
  for (const key of [' ', 'Enter']) press(launcher.button, key);
  expect(heard).toEqual([]);
  press(document.body, ' ');
  expect(heard).toEqual([' ']);
  document.removeEventListener('keydown', hear);
  launcher.dispose();
});
