import { otherHost } from '../../model/otherHost';

/** The link's real host, shown behind its label when the label looks like another address. */
export const Target = ({ words, href }: { words: string; href: string }) => {
  const host = otherHost(words, href);
  return host ? <bdi>{` (${host})`}</bdi> : null;
};
