import { useId } from 'react';
import { useDesk } from '../parts/view';

/** What a field needs to know of its setting. */
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
    /** Without the name that it begins with: the field shows it. */
    issue: issue?.replace(/^[^ ]+: /, ''),
  };
};
