import { computed, type ReadonlySignal } from '@preact/signals-react';
import type { Telling } from './telling';

const TITLE = 'Inbox · Porch';

type TitleDeps = {
  workspace: ReadonlySignal<{ tell: Pick<Telling, 'unread'> } | undefined>;
  /** Whether the agent wants visitors in the title. */
  told: ReadonlySignal<boolean>;
  caller: ReadonlySignal<{ visitor: string } | undefined>;
};

/** The page's title, with the caller, or the unread count of the visitors who alert the agent. */
export const createTitle = ({ workspace, told, caller }: TitleDeps): ReadonlySignal<string> =>
  computed(() => {
    if (!told.value) return TITLE;
    if (caller.value) return `${caller.value.visitor} is calling · ${TITLE}`;
    const unread = workspace.value?.tell.unread.value ?? 0;
    return unread > 0 ? `(${unread > 99 ? '99+' : unread}) ${TITLE}` : TITLE;
  });
