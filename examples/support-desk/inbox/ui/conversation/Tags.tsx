import { shownText } from '@porch/messenger/wire/shown';
import { useId, useRef, useState } from 'react';
import type { AgentConversation } from '../../../shared/answers/conversations';
import { Icon } from '../parts/Icon';
import { isWide, useDesk } from '../parts/view';

type Props = { conversation: AgentConversation };

/** The tags of a conversation. Each opens the conversations with that tag. Agents add and remove tags. */
export const Tags = ({ conversation }: Props) => {
  const { workspace, view } = useDesk();
  const { tagging, listing } = workspace;
  const { _id, tags } = conversation;
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const failed = tagging.failed.value;
  const problem = failed?.id === _id ? failed.words : '';
  const add = async (): Promise<void> => {
    const tag = text.trim();
    if (tag && (await tagging.change(_id, { add: tag }))) setText('');
  };
  return (
    <section class="tags" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>Tags</h3>
      {tags.length > 0 && (
        <ul>
          {tags.map((tag) => (
            <li key={tag} class="said-tag">
              <button
                type="button"
                class="tag-name"
                title={`Show conversations with the tag ${tag}`}
                aria-pressed={listing.tag.value === tag}
                dir="auto"
                onClick={() => {
                  listing.choose({ tag: listing.tag.peek() === tag ? '' : tag });
                  if (isWide(720)) return;
                  // A narrow window shows only the list.
                  view.setDetails(false);
                  workspace.open(undefined);
                }}
              >
                {tag}
              </button>
              <button
                type="button"
                class="tag-remove"
                aria-label={`Remove the tag ${tag}`}
                onClick={() => {
                  // The pressed button disappears.
                  input.current?.focus();
                  void tagging.change(_id, { remove: tag });
                }}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <input
          ref={input}
          type="text"
          aria-label="New tag"
          placeholder="Add a tag"
          dir="auto"
          maxLength={255}
          value={text}
          aria-invalid={problem !== ''}
          aria-describedby={`${id}-problem`}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        {text.trim() && (
          <button type="submit" class="button quiet">
            Add
          </button>
        )}
      </form>
      <p id={`${id}-problem`} class="meta error" role="status">
        {problem}
      </p>
    </section>
  );
};

/** A value that the page has set, as text. */
export const valueWords = (value: unknown): string => {
  if (value === true) return 'Yes';
  if (value === false) return 'No';
  return Array.isArray(value)
    ? value.join(', ')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : (shownText(`${value}`) ?? '');
};

/** The ticket fields that the page has set. */
export const TicketFields = ({ conversation }: Props) => {
  const { tagging } = useDesk().workspace;
  return (
    <>
      {conversation.fields.map(({ id, value }) => (
        <div key={id} class="fact">
          <dt dir="auto">{tagging.fieldName(id)}</dt>
          <dd class="field-value" dir="auto">
            {valueWords(value)}
          </dd>
        </div>
      ))}
    </>
  );
};
