import { mark } from '../../model/find';

/** Text with the search matches highlighted. */
export const Marked = ({ text, query }: { text: string; query: string }) => (
  <>{mark(text, query).map((piece, i) => (piece.found ? <mark key={i}>{piece.text}</mark> : piece.text))}</>
);
