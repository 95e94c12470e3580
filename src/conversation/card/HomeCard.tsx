import { Announcer } from '../Announcer';
import { CardArea } from '../CardArea';
import { BelowTextBox, Composer } from '../composer/Composer';
import { useHome } from '../context';
import { Feature } from '../Feature';
import { MessageLog } from '../log/MessageLog';
import { Header } from './Header';

/** The conversation, or the list of conversations when the visitor went back to it. */
const Talk = () =>
  useHome().state.listShown.value ? (
    <Feature
      name="conversationList"
      with={{}}
      meanwhile={<Feature name="failures" with={{ list: true }} />}
    />
  ) : (
    <>
      <CardArea of="banner" />
      <MessageLog />
    </>
  );

/** The home card shows the conversation. Its parts are drawn around the text box, which exists before them. */
export const HomeCard = () => {
  const { state } = useHome();
  return (
    <>
      <Header />
      {/* This loads the views of failures with the card: once something fails, it may be too late. */}
      <Feature name="failures" with={{ connection: true }} />
      <Talk />
      <Composer />
      <BelowTextBox>
        {!state.listShown.value && <CardArea of="notice" />}
        <Announcer />
      </BelowTextBox>
    </>
  );
};
