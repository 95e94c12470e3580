import type { Json } from '../model/entities';

/** The people that the demo desk shows if agents have set none. They are never saved. */
export const DEMO_SETTINGS: Json = {
  messenger: {
    people: {
      faces: true,
      presence: true,
      greeting: 'Hello! We build canoes, and like to talk about them. What can we do for you?',
      starters: ['Which canoe is right for me?', 'Where is my order?', 'Can I try one first?'],
      team: [{ name: 'Mara Lindqvist' }, { name: 'Idris Bello' }, { name: 'Aiko Tanaka' }],
    },
  },
};
