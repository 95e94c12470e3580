import type { ComponentType } from 'preact';
import type { AgentMessage } from '../../shared/agentApi';
import { messageText, typeTag } from '../model/describe';
import { Buttons } from './kinds/Buttons';
import { Cards } from './kinds/Cards';
import { Form, FormAnswer } from './kinds/Form';
import { Media } from './kinds/Media';
import { Place } from './kinds/Place';
import { Quote } from './kinds/Quote';
import { Sources } from './kinds/Sources';
import { Template } from './kinds/Template';
import { Text } from './Text';

/** A type that is not known shows its words and a tag with its name. */
const Words = ({ message }: { message: AgentMessage }) => {
  const text = messageText(message);
  const tag = typeTag(message.type) ?? (message.markdownText ? 'Markdown' : undefined);
  return (
    <>
      {tag && <span class="tag">{tag}</span>}
      {text ? <Text text={text} /> : <p class="text nothing">No text</p>}
    </>
  );
};

const KINDS: Record<string, ComponentType<{ message: AgentMessage }>> = {
  image: Media,
  file: Media,
  form: Form,
  formResponse: FormAnswer,
  carousel: Cards,
  list: Cards,
  location: Place,
  template: Template,
};

type Props = { message: AgentMessage; visitorName: string };

/** What a message shows, by its type, with what any type may carry: a quote, a caption, buttons and sources. */
export const MessageBody = ({ message, visitorName }: Props) => {
  const Kind = Object.hasOwn(KINDS, message.type) ? KINDS[message.type] : undefined;
  // The answer to a form comes right after it: to repeat the form would say nothing.
  const quotes = message.type !== 'formResponse';
  const Body = Kind ?? Words;
  const caption = Kind && Kind !== Template ? message.text?.trim() : undefined;
  return (
    <>
      {quotes && <Quote message={message} visitorName={visitorName} />}
      <Body message={message} />
      {caption && <Text text={caption} />}
      <Buttons actions={message.actions} />
      <Sources references={message.references} />
      {message.blockChatInput === true && <p class="meta">The visitor can answer by this alone.</p>}
    </>
  );
};
