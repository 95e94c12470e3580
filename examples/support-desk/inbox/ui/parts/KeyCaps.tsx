import { type Keys, keyName } from './keys';

/** The keys of a shortcut, each combination together. */
export const KeyCaps = ({ of }: { of: readonly Keys[] }) => (
  <>
    {of.map((combination) => (
      <span key={combination.join()} class="keys" dir="ltr">
        {combination.map((key) => (
          <kbd key={key}>{keyName(key)}</kbd>
        ))}
      </span>
    ))}
  </>
);
