import { createElement } from 'react';
import type { Needs } from '../../conversation/featureDeps';
import { Banner } from './Banner';

/** The banner of an email's link: whether to continue its conversation, and then that a link opened it. */
export const create = ({ slices, report }: Needs<'report', 'linkQuestion'>) => {
  const failed = (cause: unknown) => report('The linked conversation could not be opened', cause);
  return () => createElement(Banner, { question: slices.linkQuestion.current, failed });
};
