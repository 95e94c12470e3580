import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import { SECTIONS, type SectionId } from '../../model/settings/sections';

/** A page that replaces the list and the conversation. The settings have one for each section. */
export type Page =
  | 'account'
  | 'insights'
  | 'people'
  | `person-${string}`
  | 'refused-emails'
  | 'start'
  | `settings-${SectionId}`;

export type Pages = {
  /** Without a page, the list and the conversation are shown. */
  current: ReadonlySignal<Page | undefined>;
  /** The section of the settings that is shown. */
  section: ReadonlySignal<SectionId | undefined>;
  /** Shows a page, or asks first if that would lose changes of the settings. */
  show(page: Page | undefined): void;
  /** Whether the agent is asked about unsaved changes. */
  asking: ReadonlySignal<boolean>;
  /** The answer: leave without saving, or stay. */
  answer(leave: boolean): void;
};

const PAGES: readonly Page[] = [
  'account',
  'insights',
  'people',
  'refused-emails',
  'start',
  ...SECTIONS.map(({ id }) => `settings-${id}` as const),
];

/** The id of the visitor whose page this is. */
export const personOn = (page: string | null | undefined): string | undefined =>
  /^person-([\w-]{1,100})$/.exec(page ?? '')?.[1];

/** The page that an address names, if there is one. */
export const pageNamed = (name: string | null): Page | undefined => {
  const person = personOn(name);
  return person === undefined ? PAGES.find((page) => page === name) : `person-${person}`;
};

export const isSettings = (page: Page | undefined): boolean => page?.startsWith('settings-') === true;

/** @param holdsChanges whether leaving the settings would lose changes */
export const createPages = (holdsChanges: () => boolean): Pages => {
  const current = signal<Page | undefined>(undefined);
  const wanted = signal<{ page: Page | undefined } | undefined>(undefined);
  return {
    current,
    section: computed(() => SECTIONS.find(({ id }) => current.value === `settings-${id}`)?.id),
    show: (page) => {
      if (page === current.peek()) return;
      if (isSettings(current.peek()) && !isSettings(page) && holdsChanges()) wanted.value = { page };
      else current.value = page;
    },
    asking: computed(() => wanted.value !== undefined),
    answer: (leave) => {
      const asked = wanted.peek();
      wanted.value = undefined;
      if (asked && leave) current.value = asked.page;
    },
  };
};
