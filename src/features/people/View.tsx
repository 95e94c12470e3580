import type { PeopleProps } from '../../conversation/features';
import { Face } from './Face';
import { FirstScreen } from './FirstScreen';
import { Presence } from './Presence';
import type { PeopleDeps } from './peopleDeps';

/** The view that the card puts where people are shown. Its props decide which place it is. */
export const createView =
  ({ team, ...deps }: PeopleDeps) =>
  ({ author, url, first, children }: PeopleProps) => {
    if (first) return <FirstScreen {...deps}>{children}</FirstScreen>;
    if (author === undefined) return <Presence team={team}>{children}</Presence>;
    return deps.config.faces ? <Face name={author} avatarUrl={url} size={28} /> : children;
  };
