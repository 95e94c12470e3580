import type { ComponentChildren } from 'preact';

type Props = {
  id: string;
  hint?: string;
  /** Whether settings.json sets it. */
  fixed?: boolean;
  issue?: string;
  children?: ComponentChildren;
};

/** The notes below a field. The field refers to them by `notesId`. */
export const FieldNotes = ({ id, hint, fixed, issue, children }: Props) => (
  <div id={notesId(id)} class="setting-notes meta">
    {hint && <p>{hint}</p>}
    {children}
    {fixed && <p>Set in settings.json. It can be changed only there.</p>}
    {issue && <p class="error">This {issue}.</p>}
  </div>
);

export const notesId = (id: string): string => `${id}-notes`;
