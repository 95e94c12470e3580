import { initials, tintOf } from '../model/people';

/** A visitor's letters on one of twelve quiet tints; decoration, the name stands beside it. */
export const Avatar = ({ name, id, large = false }: { name: string; id: string; large?: boolean }) => (
  <span class={`avatar tint-${tintOf(id)}${large ? ' large' : ''}`} aria-hidden="true">
    {initials(name)}
  </span>
);
