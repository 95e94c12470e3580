import type { ComponentType } from 'react';
import type { KindProps } from './messageLog/messageKinds';

/**
 * What is loaded when something first asks for it. A part is a view that comes with its own flows, bound to them by its
 * file in `parts/`; here stands what each is to whoever shows it.
 */
export type Parts = {
  /** Every kind of message but plain text. */
  rich: ComponentType<KindProps>;
  /** The list of the visitor's conversations. */
  conversationList: ComponentType;
};
