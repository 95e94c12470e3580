import {
  callEnded,
  callFailed,
  loadingState,
  statusFailed,
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
const begun: VoiceState = { ...online, callButtonClicked: true };
const rings: VoiceState = { ...begun, tokenFetchComplete: true, callReady: true };
const talking: VoiceState = {
  ...rings,
  callInProgress: true,
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
  state('could not be loaded', statusFailed(loadingState('sales'))),
  state('an agent is there', online),
  state('asked about recording', asked),
  state('nobody is there', { ...online, agentOnline: false }),
  state('asks for the microphone', begun),
  state('rings', rings),
  state('under way', talking),
  state('muted', { ...talking, callMuted: true, timeInCall: 3_725 }),
  state('finds another way', { ...talking, unstable: true }),
  state('microphone unplugged', { ...talking, unplugged: true }),
  state('sound refused', { ...talking, blocked: true }),
  state('asked before leaving', talking, true),
  state('ended', callEnded(talking)),
  state('microphone refused', callFailed(asked, 'refused')),
  state('no microphone', callFailed(online, 'noDevice')),
  state('nobody has answered', callFailed(online, 'noAnswer')),
  state('connection lost', callFailed(talking, 'lost')),
];
