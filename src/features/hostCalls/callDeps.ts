import type { Fill, Needs } from '../../conversation/featureDeps';
import type { Handover } from '../../loader/handover';
import type { ConversationNeeds } from './conversation/conversationCommands';
import type { HookNeeds } from './conversation/messageHooks';
import type { EventNeeds } from './events/moreEvents';
import type { ComposerNeeds } from './look/composerCalls';
import type { RenderNeeds } from './look/render';
import type { LocaleNeeds } from './look/setLocale';
import type { SurfaceNeeds } from './look/surfaceCalls';
import type { MetadataNeeds } from './metadata/metadataCalls';
import type { DebugNeeds } from './page/debugCall';
import type { DestroyNeeds } from './page/destroy';
import type { ConfigNeeds } from './page/getConfig';
import type { PageviewNeeds } from './page/pageview';
import type { ResumeNeeds } from './visitor/resume';

/** What the files of commands use of the messenger, each by its own type. */
type CommandNeeds = ConversationNeeds &
  LocaleNeeds &
  HookNeeds &
  EventNeeds &
  ComposerNeeds &
  RenderNeeds &
  SurfaceNeeds &
  MetadataNeeds &
  ConfigNeeds &
  DebugNeeds &
  DestroyNeeds &
  PageviewNeeds &
  ResumeNeeds;

/** What the page's calls use of the messenger. */
export type CallDeps = CommandNeeds &
  Needs<
    'appearance' | 'words' | 'clock' | 'page' | 'createId' | 'report' | 'onDispose' | 'host',
    'router' | 'unread' | 'launcher' | 'settings' | 'consent' | 'user' | 'locale' | 'experience',
    'load' | 'hold' | 'leave' | 'loaded' | 'session' | 'outbox' | 'http'
  > & { handover: Handover; fill: Fill };
