/** Why there is no microphone: the visitor or the page's policy refuses it, or no device works. */
export type MicrophoneProblem = 'refused' | 'noDevice';

const REFUSALS = ['NotAllowedError', 'SecurityError'];

/**
 * Asks for the microphone; the browser may ask the person for permission.
 * @throws MicrophoneProblem
 */
export const askMicrophone = async (host: Window): Promise<MediaStream> => {
  try {
    // Missing on pages without https.
    return await host.navigator.mediaDevices.getUserMedia({
      audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
    });
  } catch (cause) {
    const { name } = cause as Error;
    const problem: MicrophoneProblem =
      REFUSALS.includes(name) || !host.navigator.mediaDevices ? 'refused' : 'noDevice';
    throw problem;
  }
};

/** Stops the microphone; the browser's recording indicator disappears. */
export const stopMicrophone = (microphone: MediaStream): void => {
  for (const track of microphone.getTracks()) track.stop();
};

/**
 * Calls `gone` when the microphone is unplugged or its permission is taken away, and `changed` when a device is added
 * or removed.
 * @returns the undo
 */
export const watchMicrophone = (
  host: Window,
  microphone: MediaStream,
  { gone, changed }: { gone(): void; changed(): void },
): (() => void) => {
  const [track] = microphone.getAudioTracks();
  const devices = host.navigator.mediaDevices;
  track?.addEventListener('ended', gone);
  devices.addEventListener('devicechange', changed);
  return () => {
    track?.removeEventListener('ended', gone);
    devices.removeEventListener('devicechange', changed);
  };
};
