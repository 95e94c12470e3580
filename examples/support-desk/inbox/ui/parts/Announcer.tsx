import { useDesk } from './view';

/** The single polite live region: announces each new visitor message once. */
export const Announcer = () => {
  const { lines } = useDesk().workspace.announcements;
  return (
    <div class="visually-hidden" aria-live="polite" aria-relevant="additions" data-announcer>
      {lines.value.map((line) => (
        <p key={line.id}>{line.text}</p>
      ))}
    </div>
  );
};
