import { readStoredFlags } from '../../platform/storedFlags';
import { bool, obj } from '../../wire/decode';
import type { CallDeps } from './callDeps';

/** The flags by which an account turns calls off, each with its calls. */
const CALLS: Readonly<Record<string, string>> = {
  multiConversation:
    'messenger.newConversation messenger.fetchConversations messenger.updateConversation ' +
    'messenger:ui.newConversation messenger:ui.navigation',
  conversationFields: 'messenger:set.conversationFields',
  conversationTags: 'messenger:set.conversationTags',
  metadata: 'messenger:set.conversationMetadata messenger:set.userMetadata',
  updateUser: 'messenger.updateUser',
  proactiveForce: 'messenger.forceProactiveMessage',
  typingIndicator: 'messenger:set.typingIndicator',
  emojiPicker: 'messenger:set.emojiPicker',
  multipleAttachments: 'messenger:set.multipleAttachments',
  disablePopout: 'messenger:set.disablePopout',
};

/**
 * Whether the account has turned a call off. A flag is on unless the account turns it off. While debugging is on, what a
 * developer has stored comes first.
 * @param name the call's full name, `{a}.{b}`
 */
export const isOff = ({ handover, host }: Pick<CallDeps, 'handover' | 'host'>, name: string): boolean => {
  const [flag] = Object.entries(CALLS).find(([, calls]) => calls.split(' ').includes(name)) ?? [];
  if (!flag) return false;
  const flags = obj(obj(handover.config).features);
  const stored = flags.debug === true ? bool(obj(readStoredFlags(host))[flag]) : undefined;
  return (stored ?? flags[flag]) === false;
};
