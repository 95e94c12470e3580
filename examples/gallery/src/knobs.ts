import { FIRST, KNOBS, type View } from './view';

/**
 * The form with the knobs.
 * @param changed is called with the knobs' values; `isDone` is false while one is dragged
 */
export const createKnobs = (
  form: HTMLFormElement,
  locales: readonly { code: string; name: string }[],
  changed: (view: View, isDone: boolean) => void,
) => {
  const control = (name: keyof View) => form.elements.namedItem(name) as HTMLInputElement;
  for (const { code, name } of locales) control('locale').append(new Option(`${name} · ${code}`, code));

  const tell = (): void => {
    for (const output of form.querySelectorAll('output'))
      output.textContent = `${control(output.htmlFor.value as keyof View).value} px`;
  };
  const read = () => Object.fromEntries(KNOBS.map((name) => [name, control(name).value])) as View;
  const isDragged = ({ target }: Event) => ['color', 'range'].includes((target as HTMLInputElement).type);
  form.addEventListener('input', (event) => {
    tell();
    changed(read(), !isDragged(event));
  });
  form.addEventListener('change', (event) => {
    if (isDragged(event)) changed(read(), true);
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', (event) => {
    event.preventDefault();
    set(FIRST);
    changed(FIRST, true);
  });

  const set = (view: View): void => {
    for (const name of KNOBS) {
      control(name).value = view[name];
      if (control(name).value || !view[name]) continue;
      // A size that the form does not offer.
      control(name).append(new Option(view[name].replace('x', ' × '), view[name], true, true));
    }
    tell();
  };
  return { set };
};
