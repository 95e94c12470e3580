import { SECTIONS, type Section, type SectionId, sectionOf } from '../../model/settings/sections';
import { useDesk } from '../view';

/** The number of mistakes in each section. */
const useMistakes = (): ReadonlyMap<SectionId | undefined, number> => {
  const { settings } = useDesk().workspace;
  const counts = new Map<SectionId | undefined, number>();
  for (const path of settings.issues.value.keys()) {
    const id = sectionOf(path);
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
};

/** Agents without the admin role do not see what is for admins. */
const useSections = (): readonly Section[] => {
  const { self } = useDesk().workspace;
  return self.isAdmin.value ? SECTIONS : SECTIONS.filter(({ ofTeam }) => !ofTeam);
};

/** Leads to the sections, by links or where there is no space by one list. */
export const SectionNav = ({ active, onChange }: { active: SectionId; onChange(id: SectionId): void }) => {
  const sections = useSections();
  const mistakes = useMistakes();
  const labelOf = ({ id, title }: Section): string => {
    const found = mistakes.get(id);
    return found ? `${title} (${found === 1 ? '1 mistake' : `${found} mistakes`})` : title;
  };
  const group = (shown: readonly Section[]) => (
    <ul>
      {shown.map((section) => (
        <li key={section.id}>
          <button
            type="button"
            class="settings-link"
            aria-current={section.id === active ? 'page' : undefined}
            onClick={() => onChange(section.id)}
          >
            {labelOf(section)}
          </button>
        </li>
      ))}
    </ul>
  );
  const ofTeam = sections.filter((section) => section.ofTeam);
  return (
    <nav class="settings-nav" aria-label="Settings">
      {group(sections.filter((section) => !section.ofTeam))}
      {ofTeam.length > 0 && group(ofTeam)}
      <select
        aria-label="Section"
        value={active}
        onChange={(event) => onChange(event.currentTarget.value as SectionId)}
      >
        {sections.map((section) => (
          <option key={section.id} value={section.id}>
            {labelOf(section)}
          </option>
        ))}
      </select>
    </nav>
  );
};

/** The open section. One that the agent may not see is the first one. */
export const useSection = (): Section => {
  const sections = useSections();
  const active = useDesk().workspace.pages.section.value;
  return sections.find(({ id }) => id === active) ?? (sections[0] as Section);
};
