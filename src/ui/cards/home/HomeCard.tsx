import { useEffect } from 'react';
import { Composer } from '../../composer/Composer';
import { useHome } from '../../context';
import { MessageLog } from '../../messageLog/MessageLog';
import { Announcer } from '../../primitives/Announcer';
import { Part } from '../../primitives/Part';
import { useCss } from '../../theme/css';
import { ConnectionNote } from './ConnectionNote';
import { Header } from './Header';

// It scrolls where a window is too low for what stands around the log.
const style =
  'position:absolute;inset:0;display:flex;flex-direction:column;overflow:auto;background:var(--surface);';

/** The conversation, or the list of them where the visitor has gone back to it. */
const Talk = () => {
  const css = useCss();
  const { state, actions } = useHome();
  return state.listShown.value ? (
    <Part
      name="conversationList"
      with={{}}
      meanwhile={
        state.missing.value.has('conversationList') && (
          <Part name="failures" with={{ retry: actions.retryParts }} />
        )
      }
    />
  ) : (
    <>
      {state.queued.value && <Part name="waitTime" with={{}} />}
      <MessageLog />
      <Composer />
      {/* Its place is kept, so that the composer does not jump. */}
      {state.notices && <Part name="notices" with={{}} meanwhile={<div className={css('height:28px;')} />} />}
    </>
  );
};

/** SPEC.md section 2: home is the conversation card. */
export const HomeCard = () => {
  const { state } = useHome();
  // When something fails, it may be too late to load what says so.
  useEffect(() => void state.part('failures'), []);
  return (
    <div className={useCss()(style)}>
      <Header />
      <ConnectionNote />
      <Talk />
      <Announcer />
    </div>
  );
};
