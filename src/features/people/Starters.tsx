import { useHome } from '../../conversation/context';
import { useCss } from '../../ui/theme/css';
import type { PeopleDeps } from './peopleDeps';

const style = `
  display:flex;flex-wrap:wrap;justify-content:flex-end;gap:8px;margin-top:8px;
  & > button{
    min-height:36px;padding:7px 16px;border-radius:var(--bubble);border:1px solid var(--accent);
    color:var(--secondary,var(--ink));font-size:min(.9375rem,1em);line-height:1.25rem;font-weight:600;text-align:start;
    overflow-wrap:anywhere;transition:background-color .15s;
  }
  & > button:hover{background:var(--hover);}
  @media (pointer:coarse){& > button{min-height:44px;border-radius:calc(var(--bubble)*1.25);}}
`;

type StartersProps = Pick<PeopleDeps, 'label' | 'send'> & { starters: readonly string[] };

/** Texts that a new visitor sends with one press. They disappear once there is a message. */
export const Starters = ({ starters, label, send }: StartersProps) => {
  const { state } = useHome();
  const css = useCss();
  const press = (text: string) => {
    // The buttons disappear only with the next drawing: a second press until then sends nothing.
    if (state.last.peek()) return;
    // The pressed button disappears. On a touch screen, focus in the text box would bring up the keyboard.
    if (!state.touchFirst) state.textBox.box.focus();
    send(text);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: these are no fields of a form
    <div className={css(style)} role="group" aria-label={label.value}>
      {starters.map((text) => (
        <button key={text} type="button" onClick={() => press(text)}>
          <bdi>{text}</bdi>
        </button>
      ))}
    </div>
  );
};
