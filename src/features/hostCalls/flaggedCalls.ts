import { unknownMethod } from '../../model/methods';
import { readStoredFlags } from '../../platform/storedFlags';
import { bool, obj } from '../../wire/decode';
import type { CallDeps } from './callDeps';
import { Refusal } from './callError';
import type { LazyCommand } from './lazyCommand';

type File = Readonly<Record<string, LazyCommand>>;

const several = () => import('./severalCommands').then((file) => file.SEVERAL);
const metadata = () => import('./metadata/metadataCalls').then((file) => file.METADATA);
const page = () => import('./pageCalls').then((file) => file.PAGE);
const composer = () => import('./composerCalls').then((file) => file.COMPOSER);

/** The flag of each call that an account can turn off, and the call's file. */
const FLAGGED: Readonly<Record<string, readonly [flag: string, file: () => Promise<File>]>> = {
  'messenger.newConversation': ['multiConversation', several],
  'messenger.fetchConversations': ['multiConversation', several],
  'messenger.updateConversation': ['multiConversation', several],
  'messenger:ui.newConversation': ['multiConversation', several],
  'messenger:ui.navigation': ['multiConversation', several],
  'messenger:set.conversationFields': ['conversationFields', metadata],
  'messenger:set.conversationTags': ['conversationTags', metadata],
  'messenger:set.conversationMetadata': ['metadata', metadata],
  'messenger:set.userMetadata': ['metadata', metadata],
  'messenger.updateUser': ['updateUser', metadata],
  'messenger.forceProactiveMessage': ['proactiveForce', page],
  'messenger:set.typingIndicator': ['typingIndicator', composer],
  'messenger:set.emojiPicker': ['emojiPicker', composer],
  'messenger:set.multipleAttachments': ['multipleAttachments', composer],
  'messenger:set.disablePopout': ['disablePopout', composer],
};

/** A flag is on unless the account turns it off. While debugging is on, what a developer has stored comes first. */
const isOn = ({ handover, host }: CallDeps, flag: string): boolean => {
  const { features } = obj(handover.config);
  const flags = obj(features);
  const stored = flags.debug === true ? bool(obj(readStoredFlags(host))[flag]) : undefined;
  return stored ?? flags[flag] !== false;
};

/** The file of a call. If the account has turned the call off, a file that refuses it like an unknown call. */
export const loadFlagged = async (deps: CallDeps, name: string): Promise<File> => {
  const [flag, load] = FLAGGED[name] ?? [];
  if (flag && load && isOn(deps, flag)) return load();
  return {
    [name]() {
      throw new Refusal('notSupported', unknownMethod(name).message, true);
    },
  };
};
