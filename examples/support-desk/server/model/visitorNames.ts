/** The words of generated names. Both lists have 64 entries: `store/sql/schema.ts` relies on it. */
export const FIRST_WORDS =
  'Amber Apple Azure Birch Breezy Bright Bronze Calm Cedar Cherry Clear Clever Clover Cobalt Copper Coral Cosy Crimson Dawn Daring Dewy Early Ebony Emerald Fern Fleet Frosty Gentle Ginger Golden Green Hazel Honey Indigo Ivory Ivy Jade Jolly Lilac Lively Lucky Lunar Maple Merry Mint Misty Mossy Noble Olive Opal Pearl Plum Quick Quiet Rosy Ruby Russet Sage Scarlet Silver Sunny Teal Velvet Willow'.split(
    ' ',
  );
export const LAST_WORDS =
  'Badger Beaver Bee Bison Bunting Camel Crane Cricket Curlew Deer Dipper Dolphin Dove Dragonfly Duck Eagle Egret Elk Falcon Finch Firefly Fox Gannet Gecko Goldfinch Grouse Hare Hedgehog Heron Hoopoe Ibis Jay Kestrel Kingfisher Kite Koala Lark Linnet Lynx Magpie Marten Moth Newt Nuthatch Orca Oriole Osprey Otter Owl Panda Pelican Penguin Petrel Plover Puffin Raven Robin Seal Sparrow Stork Swallow Swan Turtle Wren'.split(
    ' ',
  );

/** A letter's number. The hexadecimal digits of ids get sixteen consecutive numbers. */
const numberOf = (letter: string | undefined): number => ((letter?.codePointAt(0) ?? 0) % 39) | 0;

const chosen = (words: readonly string[], [a, b]: string): string =>
  words[(numberOf(a) * 16 + numberOf(b)) % words.length] ?? '';

/**
 * A friendly name for a visitor without a name, always the same for the same id. The number in `store/sql/schema.ts`
 * must match it.
 */
export const madeUpName = (userId: string): string => {
  const end = userId.slice(-4).padStart(4);
  return `${chosen(FIRST_WORDS, end.slice(0, 2))} ${chosen(LAST_WORDS, end.slice(2))}`;
};

/**
 * The numbers of the generated names that contain `query`, ignoring case: 64 times the first word's place, plus the
 * last word's.
 */
export const madeUpNumbers = (query: string): number[] => {
  const wanted = query.toLowerCase();
  return FIRST_WORDS.flatMap((first, i) =>
    LAST_WORDS.flatMap((last, k) =>
      `${first} ${last}`.toLowerCase().includes(wanted) ? [i * LAST_WORDS.length + k] : [],
    ),
  );
};
