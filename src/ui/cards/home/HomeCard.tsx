import { Composer } from '../../composer/Composer';
import { MessageLog } from '../../messageLog/MessageLog';
import { Announcer } from '../../primitives/Announcer';
import { useCss } from '../../theme/css';
import { ConnectionNote } from './ConnectionNote';
import { Header } from './Header';

const style =
  'position:absolute;inset:0;display:flex;flex-direction:column;min-height:0;background:var(--surface);';

/** SPEC.md section 2: home is the conversation card. */
export const HomeCard = () => (
  <div className={useCss()(style)}>
    <Header />
    <ConnectionNote />
    <MessageLog />
    <Composer />
    <Announcer />
  </div>
);
