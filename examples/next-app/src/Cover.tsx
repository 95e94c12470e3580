import type { Book } from './books';

export const Cover = ({ book }: { book: Book }) => (
  <span className="cover" style={{ background: book.color }} aria-hidden="true">
    <span>{book.title}</span>
    <small>{book.author}</small>
  </span>
);
