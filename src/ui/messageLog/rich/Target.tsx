import { otherHost } from '../../../model/otherHost';

/** Stands behind a link's words: where it leads, if they look like another address. */
export const Target = ({ words, href }: { words: string; href: string }) => {
  const host = otherHost(words, href);
  return host ? <bdi>{` (${host})`}</bdi> : null;
};
