import { useState } from 'react';
import { Avatar } from '../../ui/primitives/Avatar';
import { IconButton } from '../../ui/primitives/IconButton';
import { useCss } from '../../ui/theme/css';
import { useHome } from '../context';
import { Feature } from '../Feature';
import { FeatureFailed } from '../FeatureFailed';

// In a narrow window with three buttons, the avatar is hidden to leave room for the title. A description has two lines
// where the window is high enough.
const style = `
  flex:none;display:flex;align-items:center;gap:12px;min-height:min(4.25rem,20vh);
  padding:0 16px;
  border-bottom:1px solid var(--line);text-align:left;
  & > button{margin-inline:-6px;}
  @media (max-width:340px){& > button + span{display:none;}}
  [dir=rtl] & > :first-child svg{transform:scaleX(-1);}
  [dir=rtl] &{text-align:right;}
  & > div:first-of-type{flex:1;min-width:0;display:var(--heading,block);}
  & h1{font-weight:600;font-size:1rem;line-height:1.5rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;}
  & p{font-size:.8125rem;line-height:1.125rem;color:var(--quiet);overflow:hidden;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;@media (max-height:400px){-webkit-line-clamp:1;}}
`;

const below = 'top:60px;inset-inline-end:12px;';

/** The button of the options menu. The menu itself is loaded when it is first opened. */
const Options = () => {
  const [open, setOpen] = useState(false);
  const { state } = useHome();
  const label = state.words.value.t('header_options');
  // When loading the menu failed, a press tries again.
  const toggle = () => setOpen(!open || state.missing.value.has('optionsMenu'));
  return (
    <>
      <IconButton icon="more" label={label} expanded={open} onPress={toggle} />
      {open && (
        <Feature
          name="optionsMenu"
          with={{ onClose: () => setOpen(false) }}
          meanwhile={<FeatureFailed of="optionsMenu" at={below} />}
        />
      )}
    </>
  );
};

/** The header of the card: title, optional description and avatar, and the buttons. */
export const Header = () => {
  const { state, actions } = useHome();
  const words = state.words.value;
  const list = state.listShown.value;
  const { settings } = state;
  const agent = list ? undefined : state.agent.value;
  const line = agent?.name ?? settings.description;
  return (
    <header className={useCss()(style)} data-on="header" data-shows={list ? 'list' : 'log'}>
      {state.listed.value && !list && (
        <IconButton icon="back" label={words.t('header_back')} onPress={actions.showList} />
      )}
      <Avatar name={agent?.name ?? settings.title} url={(agent ?? settings).avatarUrl} size={40} />
      <div>
        <h1 dir="auto">{settings.title}</h1>
        <state.People>{line && <p dir="auto">{line}</p>}</state.People>
      </div>
      {!list && <Options />}
      <IconButton icon="close" label={words.t('launcher_close')} onPress={actions.close} />
    </header>
  );
};
