import type { ComponentType } from 'react';
import type { KindProps } from './messageLog/messageKinds';
import type { ReaderProps } from './messageLog/reader/place';

/**
 * What is loaded when something first asks for it. A part is a view that comes with its own flows, bound to them by its
 * file in `parts/`; here stands what each is to whoever shows it.
 */
export type Parts = {
  /** Every kind of message but plain text. */
  rich: ComponentType<KindProps>;
  /** What is above the reader's eye and below it. */
  reader: ComponentType<ReaderProps>;
  /** The list of the visitor's conversations. */
  conversationList: ComponentType;
};
