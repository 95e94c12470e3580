export type Book = {
  id: string;
  title: string;
  author: string;
  about: string;
  price: number;
  copies: number;
  color: string;
};

const BOOKS: Book[] = [
  {
    id: 'tidal-hours',
    title: 'Tidal Hours',
    author: 'Maren Lie',
    about: 'A lighthouse, three sisters, and a winter without boats.',
    price: 14,
    copies: 2,
    color: '#1f4e5f',
  },
  {
    id: 'the-salt-ledger',
    title: 'The Salt Ledger',
    author: 'J. A. Okoro',
    about: 'How one grocer in Lagos kept the accounts of a whole street.',
    price: 18,
    copies: 1,
    color: '#b3402e',
  },
  {
    id: 'slow-trains',
    title: 'Slow Trains',
    author: 'Inés Prado',
    about: 'Nine journeys, none of them faster than a bicycle.',
    price: 12,
    copies: 4,
    color: '#94600f',
  },
  {
    id: 'field-notes',
    title: 'Field Notes',
    author: 'R. Hollis',
    about: 'A year of moths, drawn each evening at the same window.',
    price: 22,
    copies: 1,
    color: '#4d6443',
  },
];

/** The current stock. Your app queries its database here. */
export const allBooks = async (): Promise<Book[]> => BOOKS;

export const bookOf = async (id: string): Promise<Book | undefined> => BOOKS.find((book) => book.id === id);
