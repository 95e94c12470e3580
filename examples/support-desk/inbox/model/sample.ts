import type { AgentSendBody } from '../../shared/agentApi';
import type { SampleContext, SampleField, Values } from './sampleFields';

export type SampleBody = AgentSendBody & { type: string };

/** A sample message that an agent can edit and send. */
export type Sample = {
  id: string;
  label: string;
  group: 'Text' | 'Buttons' | 'Cards and more';
  fields(context: SampleContext): SampleField[];
  build(values: Values): SampleBody;
};

/** The field of a message's text. */
export const text = (value: string, label = 'Message'): SampleField => ({
  key: 'text',
  label,
  kind: 'long',
  value,
});
