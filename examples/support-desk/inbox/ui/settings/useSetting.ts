import { useId } from 'react';
import { useDesk } from '../parts/view';

/** What a field needs to know about its setting. */
export const useSetting = (path: string) => {
  const { settings } = useDesk().workspace;
  const id = useId();
  const issue = [...settings.issues.value].find(
    ([at]) => at === path || at.startsWith(`${path}/`) || path.startsWith(`${at}/`),
  )?.[1];
  return {
    id,
    settings,
    fixed: settings.isFixed(path),
    changed: settings.isChanged(path),
    /** Without its first words, the field's name, which the field shows. */
    issue: issue?.replace(/^[^ ]+: /, ''),
  };
};
