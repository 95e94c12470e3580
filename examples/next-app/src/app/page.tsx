import Link from 'next/link';
import { allBooks } from '../books';
import { Cover } from '../Cover';

// Each visit shows the current stock.
export const dynamic = 'force-dynamic';

export default async function Shelf() {
  const books = await allBooks();
  return (
    <>
      <h1>Books that have been read once, and should be again.</h1>
      <ul className="shelf">
        {books.map((book) => (
          <li key={book.id}>
            <Link href={`/books/${book.id}`}>
              <Cover book={book} />
              <strong>{book.title}</strong>
              <span className="soft">{book.author}</span>
              <span>${book.price}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
