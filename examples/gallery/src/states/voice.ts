import {
  loadingState,
  STATUS_FAILED,
  stateChanged,
  type VoiceState,
} from '../../../../src/features/voice/voiceState';
import { base, type GalleryState } from '../fixtures';

const online: VoiceState = {
  ...loadingState('sales'),
  loading: false,
  agentOnline: true,
  averageWaitTime: 140,
};
const asked: VoiceState = {
  ...online,
  recordingConsentSetting: 'opt_out',
  userRecordingConsentAction: 'opted_in',
};
const begun: VoiceState = { ...online, call: 'started' };
const rings: VoiceState = { ...online, call: 'ringing' };
const talking: VoiceState = {
  ...online,
  call: 'talking',
  timeCallStarted: 1,
  timeInCall: 125,
  agent: { name: 'Mara Lindqvist' },
};

const state = (name: string, voice: VoiceState, isLeaving = false): GalleryState => ({
  ...base,
  name: `Call: ${name}`,
  messages: [],
  voice,
  isLeaving,
});

/** States of the voice card. */
export const VOICE: readonly GalleryState[] = [
  state('loading', loadingState('sales')),
  state('could not be loaded', { ...loadingState('sales'), ...STATUS_FAILED }),
  state('an agent is there', online),
  state('asked about recording', asked),
  state('nobody is there', { ...online, agentOnline: false }),
  state('asks for the microphone', begun),
  state('rings', rings),
  state('under way', talking),
  state('muted', { ...talking, callMuted: true, timeInCall: 3_725 }),
  state('finds another way', { ...talking, call: 'unstable' }),
  state('microphone unplugged', { ...talking, unplugged: true }),
  state('sound refused', { ...talking, blocked: true }),
  state('asked before leaving', talking, true),
  state('ended', stateChanged(talking, { call: 'hungUp' }, 0)),
  state('microphone refused', stateChanged(asked, { call: 'refused' }, 0)),
  state('no microphone', stateChanged(online, { call: 'noDevice' }, 0)),
  state('nobody has answered', stateChanged(online, { call: 'noAnswer' }, 0)),
  state('connection lost', stateChanged(talking, { call: 'lost' }, 0)),
];
