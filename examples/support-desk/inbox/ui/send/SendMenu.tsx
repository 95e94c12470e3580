import { useState } from 'react';
import { inShort } from '../../model/describe';
import type { Sample } from '../../model/samples/sample';
import { SAMPLES } from '../../model/samples/samples';
import { placeOf } from '../../place';
import type { Thread } from '../../state/thread';
import { MenuButton, type MenuGroup } from '../MenuButton';
import { FileDialog } from './FileDialog';
import { SampleDialog } from './SampleDialog';
import { SavedRepliesDialog } from './SavedRepliesDialog';

type Chosen = { kind: 'image' | 'file' | 'saved' } | { kind: 'sample'; sample: Sample };

const MOST_QUOTABLE = 20;

type Props = {
  thread: Thread;
  /** The composer's text. */
  draft: string;
  /** Writes a text where the caret is. */
  insert(text: string): void;
};

/** The menu of saved replies and of everything besides text that can be sent, each with a sample. */
export const SendMenu = ({ thread, draft, insert }: Props) => {
  const [chosen, setChosen] = useState<Chosen | undefined>(undefined);
  const quotable = thread.entries.value
    .filter(({ state, message }) => state === 'sent' && message.role === 'appUser')
    .slice(-MOST_QUOTABLE)
    .reverse()
    .map(({ message }) => [message._id, inShort(message).slice(0, 80)] as const);

  const of = (group: Sample['group']): MenuGroup['items'] =>
    SAMPLES.filter((sample) => sample.group === group && (sample.id !== 'quote' || quotable.length > 0)).map(
      (sample) => ({
        id: sample.id,
        label: sample.label,
        run: () => setChosen({ kind: 'sample', sample }),
      }),
    );
  const groups: MenuGroup[] = [
    {
      title: 'Text',
      items: [
        { id: 'saved', label: 'Saved replies', run: () => setChosen({ kind: 'saved' }) },
        ...of('Text'),
      ],
    },
    {
      title: 'Files',
      items: [
        { id: 'image', label: 'Image', run: () => setChosen({ kind: 'image' }) },
        { id: 'file', label: 'File', run: () => setChosen({ kind: 'file' }) },
      ],
    },
    { title: 'Buttons', items: of('Buttons') },
    { title: 'Cards and more', items: of('Cards and more') },
  ];
  const close = () => setChosen(undefined);
  return (
    <>
      <MenuButton label="More to send" icon="more" groups={groups} place="above" />
      {chosen?.kind === 'sample' && (
        <SampleDialog
          key={chosen.sample.id}
          sample={chosen.sample}
          context={{ base: placeOf('..').replace(/\/$/, ''), quotable }}
          thread={thread}
          onClose={close}
        />
      )}
      {chosen?.kind === 'saved' && (
        <SavedRepliesDialog
          draft={draft}
          onInsert={(text) => {
            close();
            insert(text);
          }}
          onClose={close}
        />
      )}
      {(chosen?.kind === 'image' || chosen?.kind === 'file') && (
        <FileDialog key={chosen.kind} kind={chosen.kind} thread={thread} onClose={close} />
      )}
    </>
  );
};
