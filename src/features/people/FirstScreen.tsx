import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { useHome } from '../../conversation/context';
import { bubble, ShortText } from '../../conversation/log/kinds/TextMessage';
import { useCss } from '../../ui/theme/css';
import type { PeopleConfig } from '../../wire/people';
import { Face } from './Face';
import type { PeopleDeps } from './peopleDeps';
import { Starters } from './Starters';

const faces = `
  text-align:center;
  & > div{display:flex;justify-content:center;}
  & > div > span{border:3px solid var(--surface);box-sizing:content-box;}
  & > div > :not(:first-child){margin-inline-start:-8px;}
  & > p{max-width:280px;margin:8px auto 0;color:var(--quiet);font-size:.8125rem;line-height:1.125rem;text-wrap:balance;overflow-wrap:anywhere;}
`;

/** The team's faces, with their names below. */
const Team = ({ team, names }: Pick<PeopleConfig, 'team'> & { names: boolean }) => {
  const words = useHome().state.words.value;
  if (team.length === 0) return null;
  const list = new Intl.ListFormat(words.locale).formatToParts(
    // A line does not break within a name.
    team.map(({ name }) => name.replaceAll(' ', '\u00a0')),
  );
  return (
    <div className={useCss()(faces)}>
      <div>
        {team.map((person) => (
          <Face key={person.name + person.avatarUrl} {...person} size={48} />
        ))}
      </div>
      {names && <p>{list.map(({ type, value }) => (type === 'element' ? <bdi>{value}</bdi> : value))}</p>}
    </div>
  );
};

const said = `
  display:flex;flex-direction:column;align-items:flex-start;align-self:flex-start;max-width:85%;margin-bottom:8px;
  & > b{display:flex;align-items:center;gap:6px;margin:0 14px 4px;font-size:.75rem;line-height:1rem;font-weight:600;color:var(--quiet);--face-size:var(--author-size);}
  & > b > [aria-hidden]{position:var(--face);inset-inline-start:0;top:20px;}
  & > div{max-width:100%;}
`;

/** The team's greeting, drawn like one of its messages. The styles of messages depend on their time's attribute. */
const Greeting = ({ text, faces }: { text: string; faces: boolean }) => {
  const { state } = useHome();
  const css = useCss();
  return (
    <div className={css(said)} data-first data-last data-time="">
      <b>
        {faces && <Face name={state.settings.title} size={28} />}
        <bdi>{state.settings.title}</bdi>
      </b>
      <div className={css(bubble)}>
        <p dir="auto">
          <ShortText text={text} />
        </p>
      </div>
    </div>
  );
};

/** The space above the greeting, in pixels. */
const MARGIN = 8;

const style = `
  display:flex;flex-direction:column;
  &[data-fresh]{flex:1 0 auto;justify-content:flex-end;animation:porch-appear .2s;}
  @keyframes porch-appear{from{opacity:0;}}
  &:not([data-fresh]){margin-top:auto;}
  &:not([data-fresh]) ~ section{margin-top:0;}
`;

/**
 * Shows the greeting from its beginning where the log is too low for all of the first screen: it is read before the
 * starters. The log itself goes to its end at each change of its size.
 */
const useGreetingFirst = (screen: RefObject<HTMLElement | null>, fresh: boolean): void =>
  useLayoutEffect(() => {
    const log = screen.current?.closest('[role=log]');
    const greeting = screen.current?.querySelector<HTMLElement>('[data-time]');
    const view = log?.ownerDocument.defaultView as typeof window | null | undefined;
    if (!fresh || !log || !greeting || !view) return;
    let observer: ResizeObserver | undefined;
    let isOver = false;
    // Observers are called in the order in which they were made, and the log's own is made after this effect.
    queueMicrotask(() => {
      if (isOver) return;
      observer = new view.ResizeObserver(() => {
        log.scrollTop = Math.min(log.scrollTop, greeting.offsetTop - MARGIN);
      });
      observer.observe(log);
      observer.observe(log.firstElementChild as Element);
    });
    return () => {
      isOver = true;
      observer?.disconnect();
    };
  }, [fresh]);

/**
 * Shown in a conversation without earlier messages: the greeting, directly above the first message, and before
 * that message the team's faces and the starters.
 * @param props.children the invitation to write, shown if there is no greeting
 */
export const FirstScreen = ({
  config,
  returning,
  children,
  ...starting
}: Omit<PeopleDeps, 'team'> & { children?: ReactNode }) => {
  const { state } = useHome();
  const css = useCss();
  const { greeting, starters, team } = config;
  const screen = useRef<HTMLDivElement>(null);
  // The log may be empty because its messages are still on their way.
  const { historyStatus, hasPreviousMessages } = state.active.value ?? {};
  const fresh = !state.last.value && historyStatus !== 'pending';
  useGreetingFirst(screen, fresh);
  if (hasPreviousMessages || returning()) return children;
  if (!fresh && !greeting) return null;
  return (
    <div ref={screen} className={css(style)} data-fresh={fresh || undefined} data-glides>
      {fresh && (
        <div className={css(`margin:auto${greeting ? ' auto 0' : ''};padding:16px 0;`)}>
          {config.faces && <Team team={team} names={greeting !== undefined} />}
          {!greeting && children}
        </div>
      )}
      {greeting && <Greeting text={greeting} faces={config.faces} />}
      {fresh && starters.length > 0 && <Starters {...{ ...starting, starters }} />}
    </div>
  );
};
