import { effect } from '@preact/signals-react';
import type { Needs } from '../../conversation/featureDeps';
import { askMicrophone, stopMicrophone } from '../../platform/microphone';
import { given } from '../../services/requestError';
import { joinCall } from '../../services/voiceCall';
import { type CallTicket, decodeTicket, type Signal } from '../../wire/voice';
import type { VoiceEngine } from './engine';

type WebRtcDeps = Needs<'host' | 'clock', 'settings' | 'user', 'http'>;

const id = encodeURIComponent;

/** Resolves with the visitor's id, which a new visitor has once the service has made them. */
const visitorOf = ({ user }: WebRtcDeps['slices']) =>
  new Promise<string>((resolve) => {
    let stop: (() => void) | undefined;
    let found = false;
    stop = effect(() => {
      const { value } = user.appUserId;
      if (found || !value || user.initializedStatus.value !== 'successful') return;
      found = true;
      resolve(value);
      stop?.();
    });
    if (found) stop();
  });

/** Calls from browser to browser; the messaging service carries the signals. */
export const createWebRtcEngine = ({
  slices,
  delivery: { http },
  host,
  clock,
}: WebRtcDeps): VoiceEngine<MediaStream> => {
  const base = () => `/appusers/${id(slices.user.appUserId.peek() ?? '')}/calls`;
  /** The service's calls about one voice call. */
  const channelOf = ({ callId, leaveToken }: CallTicket) => {
    const call = `${base()}/${id(callId)}`;
    const path = `${call}/signals`;
    const { suncoUrl, appId } = slices.settings;
    return {
      ask: (after: number) => http('GET', `${path}?after=${after}`),
      post: (signals: readonly Signal[]) => http('POST', path, { signals }),
      leave: () =>
        void host.navigator.sendBeacon(`${suncoUrl}/v2/apps/${appId}${call}/left?token=${leaveToken}`),
    };
  };
  return {
    microphone: () => askMicrophone(host),
    release: stopMicrophone,
    async token(lineId, recordingConsent) {
      await visitorOf(slices);
      const answer = await http('POST', base(), { lineId, recordingConsent });
      return given(decodeTicket(answer), 'The answer holds no call');
    },
    drop: (ticket) =>
      void channelOf(ticket)
        .post([{ type: 'end', reason: 'hungUp' }])
        .catch(() => {}),
    connect: (ticket, microphone, on) => {
      const { iceServers } = ticket;
      return joinCall({ host, clock, caller: true, microphone, iceServers, channel: channelOf(ticket), on });
    },
  };
};
