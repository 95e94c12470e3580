import { createHmac } from 'node:crypto';
import type { IceServer } from '@porch/messenger/wire/voice';
import type { Settings } from '../settings/settings';

/** How long the credentials for the TURN server are valid; ms. */
const GOOD_MS = 6 * 3_600_000;

/**
 * The STUN and TURN servers of a call. With `turnSecret`, each call gets its own expiring credentials, as for TURN
 * servers with a shared secret (coturn's `use-auth-secret`).
 */
export const iceServersOf = ({ voice }: Settings, name: string, now: number): IceServer[] => {
  const { stunUrl, turnUrl, turnSecret } = voice;
  const servers: IceServer[] = stunUrl ? [{ urls: [stunUrl] }] : [];
  if (!turnUrl) return servers;
  if (!turnSecret) return [...servers, { urls: [turnUrl] }];
  const username = `${Math.floor((now + GOOD_MS) / 1000)}:${name}`;
  const credential = createHmac('sha1', turnSecret).update(username).digest('base64');
  return [...servers, { urls: [turnUrl], username, credential }];
};
