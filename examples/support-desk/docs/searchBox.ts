import { countOf, resultItem } from './results';

type Find = Awaited<ReturnType<typeof import('./search').loadSearch>>;

/** Whether a key belongs to a field. */
const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** The field, its results, and the keys that move between them. The search loads with the first focus. */
export const prepareSearch = (): void => {
  const form = document.querySelector<HTMLFormElement>('.search');
  const field = form?.querySelector('input');
  const panel = form?.querySelector<HTMLElement>('.results');
  const count = form?.querySelector('.count');
  const list = form?.querySelector('ol');
  if (!form || !field || !panel || !count || !list) return;
  const { root = '', index = '' } = form.dataset;
  form.hidden = false;

  let loading: Promise<Find> | undefined;
  const load = (): Promise<Find> => {
    loading ??= import('./search').then(({ loadSearch }) => loadSearch(index));
    return loading;
  };

  const close = () => {
    panel.hidden = true;
  };
  const show = async () => {
    const words = field.value.trim();
    if (!words) return close();
    try {
      const find = await load();
      // Something else may have been typed since.
      if (words !== field.value.trim()) return;
      const hits = find(words);
      list.replaceChildren(...hits.map((hit) => resultItem(hit, root)));
      count.textContent = countOf(hits.length, words);
    } catch {
      loading = undefined;
      list.replaceChildren();
      count.textContent = 'The search could not be loaded. Check your connection and type again.';
    }
    panel.hidden = false;
  };

  const links = () => [...list.querySelectorAll('a')];
  /** Moves the focus among the field and the results. */
  const move = (by: number) => {
    const stops: (Element | null)[] = [field, ...links()];
    const stop = stops[Math.min(Math.max(stops.indexOf(document.activeElement) + by, 0), stops.length - 1)];
    if (stop instanceof HTMLElement) stop.focus();
  };

  field.addEventListener('focus', () => {
    load().catch(() => {
      loading = undefined;
    });
    if (field.value) void show();
  });
  field.addEventListener('input', () => void show());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void show().then(() => links()[0]?.click());
  });
  form.addEventListener('keydown', (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && !panel.hidden) {
      event.preventDefault();
      move(by);
    }
    if (event.key === 'Escape' && !panel.hidden) {
      event.preventDefault();
      field.focus();
      close();
    }
  });
  list.addEventListener('click', ({ target }) => {
    // A result on this page only scrolls.
    if (target instanceof Element && target.closest('a')) close();
  });
  addEventListener('focusin', ({ target }) => {
    if (target instanceof Node && !form.contains(target)) close();
  });
  addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !form.contains(target)) close();
  });
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
};
