import type { KindName } from '@porch/messenger/messageKinds/texts';
import { shownText } from '@porch/messenger/wire/shown';
import type { ComponentType } from 'preact';
import type { AgentMessage } from '../../../shared/answers/messages';
import { kindOf } from '../../../shared/messageKinds';
import { messageText } from '../../../shared/messageText';
import { typeTag } from '../../model/describe';
import { Text } from '../parts/Text';
import { Formatted } from './Formatted';
import { Buttons } from './kinds/Buttons';
import { Cards } from './kinds/Cards';
import { Described } from './kinds/Described';
import { Form } from './kinds/Form';
import { Growth } from './kinds/Growth';
import { Location } from './kinds/Location';
import { Media } from './kinds/Media';
import { Quote } from './kinds/Quote';
import { Sources } from './kinds/Sources';
import { Template } from './kinds/Template';

/** What stays of a message that its author has deleted. */
const Deleted = ({ message }: { message: AgentMessage }) => (
  <p class="text nothing">{messageText(message)}</p>
);

/** A text, or a message of an unknown type: its text and a tag with the type. */
const Words = ({ message }: { message: AgentMessage }) => {
  const text = messageText(message);
  const tag = typeTag(message.type);
  const markdown = shownText(message.markdownText);
  return (
    <>
      {tag && <span class="tag">{tag}</span>}
      {markdown ? (
        <Formatted source={markdown} />
      ) : text ? (
        <Text text={text} />
      ) : (
        <p class="text nothing">No text</p>
      )}
    </>
  );
};

type Kind = ComponentType<{ message: AgentMessage }>;

/** The views of kinds that `Described` does not show well enough. */
const OWN: { [kind in KindName]?: Kind } = {
  text: Words,
  image: Media,
  file: Media,
  form: Form,
  carousel: Cards,
  list: Cards,
  location: Location,
  template: Template,
};

/** The view of a type: its own, or its name with its lines. An unknown type shows its words. */
const viewOf = (type: string): Kind => (kindOf(type) ? (OWN[type as KindName] ?? Described) : Words);

type Props = { message: AgentMessage; visitorName: string };

/** The content of a message by its type, with its quote, caption, buttons and sources. */
export const MessageBody = ({ message, visitorName }: Props) => {
  const Body = message.deleted === true ? Deleted : viewOf(message.type);
  // A form response follows its form, so quoting the form would only repeat it.
  const quotes = message.type !== 'formResponse';
  const caption = Body !== Words && Body !== Template && Body !== Deleted ? message.text?.trim() : undefined;
  // As visitors see it: a form's text is above the form, a picture's caption below it.
  const speaksFirst = Body === Form;
  return (
    <>
      {quotes && <Quote message={message} visitorName={visitorName} />}
      {caption && speaksFirst && <Text text={caption} />}
      <Body message={message} />
      {caption && !speaksFirst && <Text text={caption} />}
      <Buttons actions={message.actions} />
      <Sources references={message.references} />
      <Growth message={message} />
      {message.blockChatInput === true && <p class="meta">The visitor must answer this before writing.</p>}
    </>
  );
};
