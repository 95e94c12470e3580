import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { bookOf } from '../../../books';
import { Cover } from '../../../Cover';
import { AskButton } from '../../../Support';

type Props = { params: Promise<{ id: string }> };

export const generateMetadata = async ({ params }: Props): Promise<Metadata> => ({
  title: (await bookOf((await params).id))?.title,
});

export default async function BookPage({ params }: Props) {
  const book = await bookOf((await params).id);
  if (!book) notFound();
  return (
    <article className="book">
      <Cover book={book} />
      <div>
        <h1>{book.title}</h1>
        <p className="soft">{book.author}</p>
        <p>{book.about}</p>
        <p>
          <strong>${book.price}</strong> · {book.copies === 1 ? 'the last copy' : `${book.copies} copies`}
        </p>
        <AskButton title={book.title} />
        <p>
          <Link className="back" href="/">
            All books
          </Link>
        </p>
      </div>
    </article>
  );
}
