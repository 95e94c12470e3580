import { computed } from '@preact/signals-react';
import { type ComponentType, Fragment } from 'react';
import { createLog } from '../../model/messageLog';
import type { Announcer } from '../../slices/announcer';
import type { Connection } from '../../slices/connection';
import type { Conversations } from '../../slices/conversations';
import type { Experience } from '../../slices/experience';
import type { LinkQuestionSlice } from '../../slices/linkQuestion';
import { type Messages, NEW_CONVERSATION } from '../../slices/messages';
import type { Router } from '../../slices/router';
import type { Settings } from '../../slices/settings';
import type { User } from '../../slices/user';
import type { HomeState } from '../context';
import type { FeatureRows } from '../featureRow';
import type { PeopleProps } from '../features';

export type HomeDeps = Pick<
  HomeState,
  'textBox' | 'feature' | 'missing' | 'words' | 'touchFirst' | 'clock' | 'draftKey' | 'filesLeft'
> & {
  people?: ComponentType<PeopleProps>;
  rows: FeatureRows;
  settings: Settings;
  router: Router;
  user: User;
  conversations: Conversations;
  experience: Experience;
  messages: Messages;
  connection: Connection;
  announcer: Announcer;
  linkQuestion: LinkQuestionSlice;
};

/** Derives what the home card shows from the slices; it stores no copy. */
export const createHomeState = (deps: HomeDeps): HomeState => {
  const { settings } = deps;
  const { active, typist } = deps.conversations;
  const typingUser = computed(() => active.value?.typingUser && (typist.value ?? active.value.typingUser));
  const dividerAt = computed(() => active.value?.dividerAt);
  const blocksOf = createLog();
  const messages = computed(() => deps.messages.shown(active.value?._id ?? NEW_CONVERSATION));
  const ended = computed(() => active.value?.status === 'idle');
  const log = computed(() =>
    blocksOf(messages.value, dividerAt.value, typingUser.value !== undefined, ended.value),
  );
  return {
    ...deps,
    People: deps.people ?? (Fragment as HomeState['People']),
    log,
    rows: computed(() => log.value.flatMap(([, rows]) => rows)),
    last: computed(() => messages.value.at(-1)),
    agent: computed(() =>
      messages.value.findLast((m) => m.role === 'appMaker' && (m.name ?? settings.title) !== settings.title),
    ),
    typingUser,
    start: deps.user.initializedStatus,
    connection: deps.connection.note,
    removed: deps.conversations.removed,
    attachments: settings.attachmentsEnabled,
    emoji: computed(() => !deps.touchFirst && settings.emojiPicker.value),
    active,
    seenTo: computed(() => active.value?.businessLastRead ?? 0),
    announcement: deps.announcer.current,
    widgetOpen: deps.router.widgetOpen,
    features: deps.rows,
    areaSlices: deps,
    listed: deps.experience.listed,
    listShown: deps.conversations.listShown,
    drawnAt: deps.clock.now() / 1000,
  };
};
