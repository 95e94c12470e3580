import type { AgentSendBody } from '../../../shared/bodies/messages';
import type { SampleContext, SampleField, Values } from '../sampleFields';

export type SampleBody = AgentSendBody & { type: string };

/** A kind of message that an agent can fill in and send. */
export type Sample = {
  id: string;
  label: string;
  /** Its icon in the menu, by a name of `ui/parts/Icon.tsx`. */
  icon:
    | 'bold'
    | 'book'
    | 'bullets'
    | 'cards'
    | 'check'
    | 'form'
    | 'link'
    | 'money'
    | 'pin'
    | 'press'
    | 'quote'
    | 'template'
    | 'window';
  group: 'Text' | 'Buttons' | 'Cards and more';
  fields(context: SampleContext): SampleField[];
  build(values: Values): SampleBody;
  /** What is wrong with the values, as a sentence, before they are sent to the desk. */
  problem?(values: Values): string | undefined;
};

export const text = (example: string, label = 'Message'): SampleField => ({
  key: 'text',
  label,
  kind: 'long',
  example,
});
