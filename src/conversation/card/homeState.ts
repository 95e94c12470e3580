import { computed } from '@preact/signals-react';
import { type ComponentType, Fragment } from 'react';
import { createLog } from '../../model/messageLog';
import type { Announcer } from '../../slices/announcer';
import type { Connection } from '../../slices/connection';
import type { Consent } from '../../slices/consent';
import type { Conversations } from '../../slices/conversations';
import type { Experience } from '../../slices/experience';
import type { LinkQuestionSlice } from '../../slices/linkQuestion';
import { type Messages, NEW_CONVERSATION } from '../../slices/messages';
import type { Router } from '../../slices/router';
import type { Settings } from '../../slices/settings';
import type { User } from '../../slices/user';
import type { HomeState } from '../context';
import type { PeopleProps } from '../features';

/** What the card has besides the slices; its state passes it on. */
export type GivenState = Pick<
  HomeState,
  'textBox' | 'feature' | 'missing' | 'features' | 'words' | 'touchFirst' | 'clock' | 'draftKey' | 'filesLeft'
>;

type Sources = {
  settings: Settings;
  consent: Consent;
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
export const createHomeState = (
  given: GivenState,
  slices: Sources,
  people?: ComponentType<PeopleProps>,
): HomeState => {
  const { settings, conversations } = slices;
  const { active, typist } = conversations;
  const typingUser = computed(() => active.value?.typingUser && (typist.value ?? active.value.typingUser));
  const dividerAt = computed(() => active.value?.dividerAt);
  const blocksOf = createLog();
  const messages = computed(() => slices.messages.drawn(active.value?._id ?? NEW_CONVERSATION));
  const ended = computed(() => active.value?.status === 'idle');
  const log = computed(() =>
    blocksOf(messages.value, dividerAt.value, typingUser.value !== undefined, ended.value),
  );
  return {
    ...given,
    settings,
    People: people ?? (Fragment as HomeState['People']),
    log,
    rows: computed(() => log.value.flatMap(([, rows]) => rows)),
    last: computed(() => messages.value.at(-1)),
    agent: computed(() =>
      messages.value.findLast((m) => m.role === 'appMaker' && (m.name ?? settings.title) !== settings.title),
    ),
    typingUser,
    start: slices.user.initializedStatus,
    connection: slices.connection.note,
    // A page with a login logs in again.
    isKept: computed(() => slices.user.auth.value?.type === 'jwt' || slices.consent.keeps()),
    notice: conversations.notice,
    attachments: settings.attachmentsEnabled,
    emoji: computed(() => !given.touchFirst && settings.emojiPicker.value),
    active,
    seenTo: computed(() => active.value?.businessLastRead ?? 0),
    announcement: slices.announcer.current,
    widgetOpen: slices.router.widgetOpen,
    areaSlices: slices,
    listed: slices.experience.listed,
    listShown: conversations.listShown,
    drawnAt: given.clock.now() / 1000,
  };
};
