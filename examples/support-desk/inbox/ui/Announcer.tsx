import { useDesk } from './view';

/** The one polite live region: each new message of a visitor is said once (DESIGN.md 3.12). */
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
