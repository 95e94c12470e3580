import { useLayoutEffect, useRef } from 'react';
import { type Section, type SectionId, sectionOf, sectionsFor } from '../../model/settings/sections';
import { useDesk } from '../parts/view';

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

const useSections = (): readonly Section[] => sectionsFor(useDesk().workspace.self.isAdmin.value);

/** Links to the sections, or a single list if there is no space. */
export const SectionNav = ({ active, onChange }: { active: SectionId; onChange(id: SectionId): void }) => {
  const sections = useSections();
  const mistakes = useMistakes();
  const labelOf = ({ id, title }: Section): string => {
    const found = mistakes.get(id);
    return found ? `${title} (${found === 1 ? '1 mistake' : `${found} mistakes`})` : title;
  };
  const group = (area: string, shown: readonly Section[]) => (
    <ul aria-label={area}>
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
  const areas = [...new Set(sections.map(({ area }) => area))];
  const nav = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);
  return (
    <nav ref={nav} class="settings-nav" aria-label="Settings">
      {areas.map((area) => (
        <div key={area} class="settings-area">
          <p class="meta" aria-hidden="true">
            {area}
          </p>
          {group(
            area,
            sections.filter((section) => section.area === area),
          )}
        </div>
      ))}
      <select
        aria-label="Section"
        value={active}
        onChange={(event) => onChange(event.currentTarget.value as SectionId)}
      >
        {areas.map((area) => (
          <optgroup key={area} label={area}>
            {sections
              .filter((section) => section.area === area)
              .map((section) => (
                <option key={section.id} value={section.id}>
                  {labelOf(section)}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </nav>
  );
};

/** The open section; the first one if the agent may not see it. */
export const useSection = (): Section => {
  const sections = useSections();
  const active = useDesk().workspace.pages.section.value;
  return sections.find(({ id }) => id === active) ?? (sections[0] as Section);
};
