import { useEffect } from 'react';
import { useCss } from '../../ui/theme/css';
import { Announcer } from '../Announcer';
import { CardArea } from '../CardArea';
import { Composer } from '../composer/Composer';
import { useHome } from '../context';
import { Feature } from '../Feature';
import { MessageLog } from '../log/MessageLog';
import { ConnectionNote } from './ConnectionNote';
import { Header } from './Header';

// The card scrolls where the window is too low for the parts around the log.
const style =
  'position:absolute;inset:0;display:flex;flex-direction:column;overflow:auto;background:var(--surface);';

/** The conversation, or the list of conversations when the visitor went back to it. */
const Talk = () => {
  const { state, actions } = useHome();
  const trying = state.missing.value.get('conversationList');
  return state.listShown.value ? (
    <Feature
      name="conversationList"
      with={{}}
      meanwhile={
        trying !== undefined && <Feature name="failures" with={{ retry: actions.retryFeatures, trying }} />
      }
    />
  ) : (
    <>
      <CardArea of="banner" />
      <MessageLog />
      <Composer />
      <CardArea of="notice" />
    </>
  );
};

/** The home card, which shows the conversation. */
export const HomeCard = () => {
  const { state } = useHome();
  // Load the failure views now: once something fails, it may be too late to load them.
  useEffect(() => void state.feature('failures'), []);
  return (
    <div className={useCss()(style)}>
      <Header />
      <ConnectionNote />
      <Talk />
      <Announcer />
    </div>
  );
};
