import { initials, tintOf } from '../../model/people';

/** A visitor's initials on one of twelve colors. It is decoration, as the name is next to it. */
export const Avatar = ({ name, id, large = false }: { name: string; id: string; large?: boolean }) => (
  <span class={`avatar tint-${tintOf(id)}${large ? ' large' : ''}`} aria-hidden="true">
    {initials(name)}
  </span>
);
