import { type Channel, isSimulated } from '../settings/channelSettings';

/** The path of a simulated channel's page, under the desk's origin. */
const simulatedPath = (code: string): string => `/channel/${encodeURIComponent(code)}`;

/**
 * The address where the visitor sends the code. Instagram addresses cannot carry a code.
 * @param origin of the desk, which has the pages of simulated channels
 */
export const urlOf = (channel: Channel, code: string, origin: string): string => {
  if (isSimulated(channel)) return origin + simulatedPath(code);
  if (channel.type === 'whatsapp')
    return `https://wa.me/${channel.phoneNumber}?text=${encodeURIComponent(code)}`;
  if (channel.type === 'messenger')
    return `https://m.me/${channel.businessUsername}?ref=${encodeURIComponent(code)}`;
  return `https://www.instagram.com/${channel.businessUsername}/`;
};
