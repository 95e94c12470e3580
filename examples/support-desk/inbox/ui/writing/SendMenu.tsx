import type { AgentSavedReply } from '../../../shared/answers/work';
import { cutText } from '../../../shared/cutText';
import { inShort } from '../../model/describe';
import type { Sample } from '../../model/samples/sample';
import { SAMPLES } from '../../model/samples/samples';
import { placeOf } from '../../platform/place';
import type { Thread } from '../../state/conversations/thread';
import { MenuButton, type MenuGroup } from '../parts/MenuButton';
import { useDesk } from '../parts/view';
import { FILE_WORDS, FileDialog } from './FileDialog';
import { SampleDialog } from './SampleDialog';
import { SavedRepliesDialog } from './SavedRepliesDialog';

const MOST_QUOTABLE = 20;

type Props = {
  thread: Thread;
  /** The composer's text. */
  draft: string;
  /** Inserts a saved reply at the caret. */
  insert(saved: AgentSavedReply): void;
};

/** The menu of saved replies and of everything except text that can be sent, each with a sample. */
export const SendMenu = ({ thread, draft, insert }: Props) => {
  const { view } = useDesk();
  const dialog = view.dialog.value;
  const sample = SAMPLES.find(({ id }) => dialog === `sample ${id}`);
  const quotable = thread.entries.value
    .filter(({ state, message }) => state === 'sent' && message.role === 'appUser')
    .slice(-MOST_QUOTABLE)
    .reverse()
    .map(({ message }) => [message._id, cutText(inShort(message), 80)] as const);

  const of = (group: Sample['group']): MenuGroup['items'] =>
    SAMPLES.filter((sample) => sample.group === group && (sample.id !== 'quote' || quotable.length > 0)).map(
      (sample) => ({
        id: sample.id,
        label: sample.label,
        icon: sample.icon,
        run: () => view.show(`sample ${sample.id}`),
      }),
    );
  const groups: MenuGroup[] = [
    {
      title: 'Text',
      items: [
        { id: 'saved', label: 'Saved replies', icon: 'edit', run: () => view.show('savedReplies') },
        ...of('Text'),
      ],
    },
    {
      title: 'Files',
      items: [
        { id: 'image', label: FILE_WORDS.image, icon: 'picture', run: () => view.show('image') },
        { id: 'file', label: FILE_WORDS.file, icon: 'file', run: () => view.show('file') },
      ],
    },
    { title: 'Buttons', items: of('Buttons') },
    { title: 'Cards and more', items: of('Cards and more') },
  ];
  const close = () => view.show(undefined);
  return (
    <>
      <MenuButton label="More to send" icon="more" groups={groups} place="above" />
      {sample && (
        <SampleDialog
          key={sample.id}
          sample={sample}
          context={{ base: placeOf('..').replace(/\/$/, ''), quotable }}
          thread={thread}
          onClose={close}
        />
      )}
      {dialog === 'savedReplies' && (
        <SavedRepliesDialog
          draft={draft}
          onInsert={(saved) => {
            close();
            insert(saved);
          }}
          onClose={close}
        />
      )}
      {(dialog === 'image' || dialog === 'file') && (
        <FileDialog key={dialog} kind={dialog} thread={thread} onClose={close} />
      )}
    </>
  );
};
