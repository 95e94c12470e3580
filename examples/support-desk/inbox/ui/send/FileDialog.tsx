import { useId, useState } from 'react';
import { refusalWords } from '../../api';
import { sizeWords } from '../../model/describe';
import type { SampleField } from '../../model/sampleFields';
import { placeOf } from '../../place';
import type { Thread } from '../../state/thread';
import { Dialog } from '../Dialog';
import { DialogForm } from '../DialogForm';
import { useSubmission } from '../useSubmission';
import { Field } from './SampleDialog';

const NOTE = 'Boots: measure your foot in the evening and add 5 mm.\n';

const samples = {
  image: async (): Promise<File> => {
    const response = await fetch(placeOf('samples/boots.png'));
    if (!response.ok) throw new Error('the sample is not there');
    return new File([await response.blob()], 'boots.png', { type: 'image/png' });
  },
  file: async (): Promise<File> => new File([NOTE], 'size-guide.txt', { type: 'text/plain' }),
};

const ALT: SampleField = {
  key: 'altText',
  label: 'Description',
  kind: 'text',
  value: '',
  hint: 'For visitors who cannot see it.',
};
const CAPTION: SampleField = { key: 'text', label: 'Caption', kind: 'text', value: '' };

type Props = { kind: 'image' | 'file'; thread: Thread; onClose(): void };

/** Sends an image or a file with text: the sample file, or one that the agent chooses. */
export const FileDialog = ({ kind, thread, onClose }: Props) => {
  const id = useId();
  const [own, setOwn] = useState<File | undefined>(undefined);
  const [altText, setAltText] = useState(kind === 'image' ? 'A pair of brown boots' : '');
  const [text, setText] = useState('');
  const send = async (): Promise<string | undefined> => {
    const file = own ?? (await samples[kind]().catch(() => undefined));
    if (!file) return 'The sample could not be read. Choose a file of your own.';
    const said = { ...(altText.trim() ? { altText } : {}), ...(text.trim() ? { text } : {}) };
    const answer = await thread.submit(said, file);
    return answer.ok ? undefined : refusalWords(answer);
  };
  const submission = useSubmission(send, onClose);

  return (
    <Dialog title={kind === 'image' ? 'Image' : 'File'} wide onClose={onClose}>
      <DialogForm act="Send" submission={submission} onCancel={onClose}>
        <div class="dialog-fields">
          <div class="field">
            <label for={id}>{kind === 'image' ? 'Picture' : 'File'}</label>
            <input
              id={id}
              type="file"
              accept={kind === 'image' ? 'image/*' : undefined}
              aria-describedby={`${id}-hint`}
              onChange={(event) => setOwn(event.currentTarget.files?.[0])}
            />
            <p id={`${id}-hint`} class="meta">
              {own
                ? sizeWords(own.size)
                : kind === 'image'
                  ? 'Without one, a picture of boots is sent.'
                  : 'Without one, a note is sent.'}
            </p>
          </div>
          {kind === 'image' && <Field field={ALT} value={altText} onChange={setAltText} />}
          <Field field={CAPTION} value={text} onChange={setText} />
        </div>
      </DialogForm>
    </Dialog>
  );
};
