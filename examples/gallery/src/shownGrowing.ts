import { createElement } from 'react';
import { useHome } from '../../../src/conversation/context';
import { Growing } from '../../../src/features/growing/GrowthLine';
import type { Message } from '../../../src/model/message';

/** The line below a growing answer, without a desk. */
export const ShownGrowing = ({ message }: { message: Message }) =>
  createElement(Growing, {
    message,
    word: useHome().state.words.value.t,
    stop: async () => true,
    onEnd() {},
  });
