import { base, from, type GalleryState, GONE, jonas, mara, PICTURE, talk, visitor } from '../fixtures';

const team = [
  { name: 'Mara Lindqvist', avatarUrl: PICTURE },
  { name: 'Jonas Ek' },
  { name: 'Ada Berg', avatarUrl: GONE },
  { name: 'Boat bot' },
];
const starters = ['Where is my canoe?', 'May I try one?', 'Do you repair paddles?', 'Something else'];
const greeting = 'Hello! Mara, Jonas and a rather old boat bot are here for you. What may it be?';
const there = { agentsOnline: 2, replyTime: 240 };

/** States with the people who answer. */
export const PEOPLE: readonly GalleryState[] = [
  {
    ...base,
    name: 'First screen',
    messages: [],
    people: { faces: true, presence: true, greeting, starters, team, status: there },
  },
  {
    ...base,
    name: 'First screen without a greeting',
    messages: [],
    people: { faces: true, starters: starters.slice(0, 2), team: team.slice(0, 2) },
  },
  {
    ...base,
    name: 'Faces',
    messages: [
      ...talk,
      from('appMaker', 'Boat bot')('I have noted Saturday.', 2, {
        authorSubtypes: ['bot'],
        avatarUrl: GONE,
      }),
      jonas('It is yours at ten.', 1, { avatarUrl: PICTURE }),
      jonas('Bring dry socks.', 1, { avatarUrl: PICTURE }),
      visitor('We will.', 1),
      mara('The Elk', 1, {
        type: 'image',
        mediaUrl: PICTURE,
        mediaType: 'image/png',
        altText: 'A canoe',
      }),
    ],
    typing: { name: 'Mara' },
    people: { faces: true, presence: true, greeting, status: { agentsOnline: 0, replyTime: 7000 } },
  },
  { ...base, name: 'Online', people: { presence: true, status: { agentsOnline: 1 } } },
];
