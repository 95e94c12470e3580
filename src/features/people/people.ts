import { computed, effect, signal } from '@preact/signals-react';
import type { Needs } from '../../conversation/featureDeps';
import { decodePeople, type TeamStatus } from '../../wire/people';
import { FACES_CSS } from './facesCss';
import { createTeamStatus, fetchTeamStatus } from './teamStatus';
import { createView } from './View';

type Deps = Needs<
  'clock' | 'seen' | 'onDispose' | 'colours' | 'words',
  'settings' | 'user' | 'locale' | 'conversations',
  'connect' | 'sender'
>;

/** Gives every card the column of the faces. */
const makeRoom = ({ colours: { frames }, onDispose }: Deps) => {
  const dressed = new WeakSet();
  onDispose(
    effect(() => {
      for (const frame of frames.value)
        if (!dressed.has(frame)) {
          dressed.add(frame);
          frame.adopt(FACES_CSS);
        }
    }),
  );
};

/** The people behind the conversation: their faces, whether they are available, and their greeting. */
export const createPeople = (deps: Deps) => {
  const { slices, delivery, words } = deps;
  const { settings, user, conversations } = slices;
  const config = decodePeople(settings.raw);
  if (config.faces) makeRoom(deps);

  /** The card does not wait for the words of features. */
  const worded = signal(false);
  const ready = words.more().then(
    () => {
      worded.value = true;
    },
    () => {},
  );
  const label = computed(() => (worded.value ? slices.locale.words.value?.t('people.starters') : undefined));

  const { connect } = delivery;
  const http = connect(() => undefined, {}, `${settings.suncoUrl}/v2`);
  const status =
    config.presence &&
    createTeamStatus({
      ask: () => ready.then(() => fetchTeamStatus(http, settings.integrationId)),
      seen: deps.seen,
      clock: deps.clock,
    });
  if (status) deps.onDispose(status.dispose);
  const unknown = signal<TeamStatus | undefined>(undefined);
  const team = computed(() => {
    const known = (worded.value && status ? status.team : unknown).value;
    // In the queue, the banner shows how long it takes.
    return conversations.active.value?.routingStatus === 'queued' && known
      ? { ...known, replyTime: undefined }
      : known;
  });

  /** Whether the visitor was here before: their messages load with the start of their conversation. */
  const returning = () =>
    user.appUserId.value !== undefined &&
    user.userCreationStatus.value !== 'successful' &&
    user.initializedStatus.value !== 'successful';
  /** Looks up `send` with each press, because the page's `beforeMessageSent` replaces it. */
  const send = (text: string) => delivery.sender.send({ text });

  return createView({ config, team, returning, label, send });
};

export { createPeople as create };
