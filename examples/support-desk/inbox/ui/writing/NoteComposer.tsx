import { pastedFiles } from '@porch/messenger/model/pastedFiles';
import { isTooLong } from '@porch/messenger/model/validation';
import { MAX_TEXT } from '@porch/messenger/wire/message';
import { useLayoutEffect, useRef } from 'react';
import type { AgentConversation } from '../../../shared/answers/conversations';
import { colleaguesFor, mentionAt } from '../../model/mentions';
import { fitHeight } from '../parts/fitHeight';
import { Icon } from '../parts/Icon';
import { isComposing } from '../parts/isComposing';
import { useBoxText } from '../parts/useBoxText';
import { useFocusTarget } from '../parts/useFocusTarget';
import { useDesk } from '../parts/view';
import { SuggestionList } from './SuggestionList';
import { useSuggestions } from './useSuggestions';

const COLLEAGUES = { name: 'Colleagues', one: 'colleague', nothing: 'There are no colleagues to mention.' };

/** Writes a note, which only agents see. An @ offers colleagues. */
export const NoteComposer = ({ conversation }: { conversation: AgentConversation }) => {
  const { workspace, view } = useDesk();
  const { notes, team } = workspace;
  const area = useRef<HTMLTextAreaElement>(null);
  const id = conversation._id;
  const text = notes.draft(id);
  const left = MAX_TEXT - [...text].length;
  const busy = notes.sending.value !== undefined;
  const isSendable = (now: string): boolean => now.trim() !== '' && !isTooLong(now) && !busy;
  const sendable = isSendable(text);
  const failed = notes.failed.value;
  useLayoutEffect(() => fitHeight(area.current), [text, id]);
  useFocusTarget('note', area);
  const write = useBoxText(area);
  const colleagues = team.colleagues.value;
  const suggestions = useSuggestions({
    area,
    text,
    wordAt: mentionAt,
    offersFor: (word) =>
      colleaguesFor(colleagues, word).map(({ id: key, name, label, email }) => ({
        id: key,
        label: name,
        detail: email,
        inserted: `@${label} `,
      })),
    isEmpty: colleagues.length === 0,
    write,
  });

  const send = (): void => {
    // An extension may have written into the box without an event.
    const written = area.current?.value ?? text;
    if (written !== text) notes.setDraft(id, written);
    if (isSendable(written)) void notes.send(id);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event)) return;
    if (suggestions.onKeyDown(event)) return;
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      if (!event.repeat) send();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      notes.setWriting(id, false);
      view.focus('reply');
    }
  };

  return (
    <>
      <SuggestionList suggestions={suggestions} words={COLLEAGUES} />
      <div class="composer-box note-box">
        <textarea
          ref={area}
          aria-label="Note"
          aria-describedby="note-hint"
          aria-invalid={left < 0}
          aria-autocomplete="list"
          aria-controls={suggestions.chosen && suggestions.listId}
          aria-activedescendant={suggestions.chosen && suggestions.optionId(suggestions.chosen)}
          placeholder="Write a note for your team"
          dir="auto"
          rows={1}
          value={text}
          onInput={(event) => {
            notes.setDraft(id, event.currentTarget.value);
            suggestions.look();
          }}
          onKeyUp={() => suggestions.look()}
          onClick={() => suggestions.look()}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            if (pastedFiles(event.clipboardData).length === 0) return;
            event.preventDefault();
            notes.refuseFiles(id);
          }}
        />
        <button type="button" class="send" aria-label="Add note" disabled={!sendable} onClick={send}>
          <Icon name="send" />
        </button>
      </div>
      <div class="composer-foot">
        <p id="note-hint" class={`composer-hint meta${left < 0 ? ' error' : ''}`}>
          {left < 0
            ? `${-left} characters too many. Shorten the note.`
            : 'Only your team sees notes · @ mentions a colleague · Esc: back to the reply'}
        </p>
      </div>
      {failed?.id === id && (
        <p class="composer-hint meta error" role="alert">
          {failed.words}
        </p>
      )}
    </>
  );
};
