import { computed, ref } from 'vue';

export type Country = 'Norway' | 'Scotland';
export type Cabin = {
  id: string;
  name: string;
  where: string;
  about: string;
  country: Country;
  sleeps: number;
  price: number;
  /** The colors of its picture: sky, sun, hills and shore. */
  colors: [sky: string, sun: string, hills: string, shore: string];
};

export const CABINS: Cabin[] = [
  {
    id: 'strandbu',
    name: 'Strandbu',
    where: 'Nordfjord',
    about: 'Two rooms and a stove at the end of the road. The rowing boat is yours.',
    country: 'Norway',
    sleeps: 4,
    price: 140,
    colors: ['#f7d9b5', '#f08a5d', '#3b6b70', '#1f4a4d'],
  },
  {
    id: 'lyngstua',
    name: 'Lyngstua',
    where: 'Rondane',
    about: 'Above the tree line, with a sauna, and reindeer most mornings.',
    country: 'Norway',
    sleeps: 6,
    price: 190,
    colors: ['#cfe3ea', '#fff4dc', '#6d8ba0', '#3c5468'],
  },
  {
    id: 'naustet',
    name: 'Naustet',
    where: 'Vega',
    about: 'A boathouse on an island, three steps from the sea.',
    country: 'Norway',
    sleeps: 2,
    price: 120,
    colors: ['#e9d7ec', '#f6a6b2', '#6f5a86', '#43355c'],
  },
  {
    id: 'the-bothy',
    name: 'The Bothy',
    where: 'Loch Torridon',
    about: 'Stone walls, a box bed, and a path that begins at the door.',
    country: 'Scotland',
    sleeps: 2,
    price: 110,
    colors: ['#dfe6d3', '#f4d35e', '#5f7f5a', '#33503a'],
  },
  {
    id: 'skerry',
    name: 'Skerry',
    where: 'Isle of Lewis',
    about: 'A glass front towards the Atlantic. Bring a book for the storms.',
    country: 'Scotland',
    sleeps: 4,
    price: 160,
    colors: ['#c9dbe8', '#ffe3c2', '#4d6f8f', '#27435f'],
  },
  {
    id: 'pinewood',
    name: 'Pinewood',
    where: 'Cairngorms',
    about: 'Red squirrels, a fire pit, and the darkest sky for miles.',
    country: 'Scotland',
    sleeps: 5,
    price: 150,
    colors: ['#f3e1c7', '#e76f51', '#77663f', '#4a3f28'],
  },
];

export const country = ref<Country>('Norway');

export const shownCabins = computed(() => CABINS.filter((cabin) => cabin.country === country.value));

export const cabinOf = (id: string): Cabin | undefined => CABINS.find((cabin) => cabin.id === id);
