/** A visitor's letter on one of six quiet tints; decoration, the name stands beside it. */
export const Avatar = ({ name, id, large = false }: { name: string; id: string; large?: boolean }) => {
  let sum = 0;
  for (const char of id) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 997;
  const [letter = '?'] = name.trim();
  return (
    <span class={`avatar tint-${sum % 6}${large ? ' large' : ''}`} aria-hidden="true">
      {letter.toUpperCase()}
    </span>
  );
};
