import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './Icon';

type NoticeProps = {
  icon: IconName;
  title: string;
  /** The label of the next step. */
  children?: ComponentChildren;
  action?: { label: string; run(): void };
  role?: 'status' | 'alert';
  /** Whether the notice is the page's only content, so that its title is the page's heading. */
  alone?: boolean;
};

/** An empty, failed or loading state in the middle of its pane. */
export const Notice = ({ icon, title, children, action, role, alone }: NoticeProps) => (
  <div class="notice" role={role}>
    <span class="notice-icon">
      <Icon name={icon} />
    </span>
    {alone ? <h1 class="notice-title">{title}</h1> : <p class="notice-title">{title}</p>}
    {children && <p class="notice-text">{children}</p>}
    {action && (
      <button type="button" class="button" onClick={() => action.run()}>
        {action.label}
      </button>
    )}
  </div>
);
