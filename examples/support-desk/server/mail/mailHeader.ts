import type { OwnWords } from './ownWords';
import { beginsAsLabel, DIVIDER, FORWARDED, type Label, labelOf, REPLY_ABOVE } from './quoteWords';
import type { Line } from './replyLines';

/** How many lines of a header to examine. */
const MAX_LINES = 8;
const ADDRESS = /[^\s@<>]@[^\s@<>]/;
const DATE = /\d{1,4}\D{1,12}\d|[٠-٩۰-۹०-९๐-๙]/;

type Field = { roles: readonly Label[]; value: string };

/** The lines of a header that begins here, all at equal distances. Long ones may be wrapped. */
const fieldsAt = (lines: readonly Line[], from: number): { fields: Field[]; end: number } => {
  const fields: Field[] = [];
  const gap = (lines[from]?.next ?? from) - from;
  let at = from;
  while (at < lines.length && fields.length < MAX_LINES) {
    const line = lines[at] as Line;
    const field = labelOf(line.plain);
    const isMore = /^\s+\S/.test(line.raw) || ADDRESS.test(line.plain);
    if (field) fields.push(field);
    else if (fields.length === 0 || !isMore || labelOf(lines[line.next]?.plain ?? '') === undefined) break;
    const isNear = line.next - at === gap;
    at = line.next;
    if (!isNear) break;
  }
  // A list by a person may be right above.
  return { fields: gap > 1 && fields.length < 3 ? [] : fields, end: at };
};

/**
 * Whether the header of an answered or forwarded email begins here. It has the desk's address or subject, or all fields
 * that programs write: people write lists with colons too.
 */
const isHeader = (lines: readonly Line[], from: number, own: OwnWords): boolean => {
  const { fields, end } = fieldsAt(lines, from);
  const valueBy = (role: Label): string => fields.find(({ roles }) => roles.includes(role))?.value ?? '';
  const [sender, sent, to, subject] = (['from', 'sent', 'to', 'subject'] as const).map(valueBy) as [
    string,
    string,
    string,
    string,
  ];
  const isFirst = fields[0]?.roles.some((role) => role !== 'other' && role !== 'to') ?? false;
  if (!isFirst || sender === '' || fields.length < 2) return false;
  const isDated = DATE.test(sent);
  if (own.hasAddress(sender) && (isDated || subject !== '' || fields.length > 2)) return true;
  if (own.hasSubject(subject) && (isDated || to !== '')) return true;
  const isWhole = isDated && subject !== '' && (to !== '' || ADDRESS.test(sender));
  if (!isWhole) return false;
  return (
    [sender, to].some((value) => ADDRESS.test(value)) || !own.areKnown || own.fits(lines[end]?.plain ?? '')
  );
};

const FIELD = /^[*|\s]{0,4}[\p{L}\p{M}][\p{L}\p{M} .'’-]{0,24}\s?[*|]{0,2}[:：|]/u;

/** Whether lines in any language begin here that have the desk's address and subject, like a header. */
const isOwnHeader = (lines: readonly Line[], from: number, own: OwnWords): boolean => {
  const block: string[] = [];
  for (
    let at = from;
    block.length < MAX_LINES && FIELD.test(lines[at]?.plain ?? '');
    at = lines[at]?.next ?? at
  )
    block.push(lines[at]?.plain ?? '');
  const [first = '', second = ''] = block;
  // An empty line separates a list by a person from a header.
  const isNear = lines[from + 1]?.plain === second && (DATE.test(first) || own.hasSubject(first));
  const isFrom = own.hasAddress(first) || (isNear && own.hasAddress(second));
  return block.length > 2 && isFrom && block.some(own.hasSubject);
};

/** Whether everything from this line on is the answered or forwarded email. */
export const isHistory = (lines: readonly Line[], at: number, own: OwnWords): boolean => {
  const { plain, next } = lines[at] as Line;
  if (plain === '') return false;
  if (REPLY_ABOVE.test(plain)) return true;
  const below = lines[next];
  if (below && (DIVIDER.test(plain) || FORWARDED.test(plain)))
    return (
      below.isQuoted ||
      labelOf(below.plain) !== undefined ||
      (beginsAsLabel(below.plain) && own.hasAddress(below.plain)) ||
      own.fits(below.plain)
    );
  const first = /^[_-]{10,}$/.test(plain) ? next : at;
  return isHeader(lines, first, own) || isOwnHeader(lines, first, own);
};

/** The end of the header that begins here: below the lines with field names. */
export const endOfHeader = (lines: readonly Line[], at: number, own: OwnWords): number => {
  const isField = ({ plain }: Line): boolean =>
    labelOf(plain) !== undefined ||
    (FIELD.test(plain) && (DATE.test(plain) || ADDRESS.test(plain) || own.hasSubject(plain)));
  let end = at;
  for (let next = at; next < lines.length && (next === at || isField(lines[next] as Line)); ) {
    end = next + 1;
    next = (lines[next] as Line).next;
  }
  return end;
};

/** Whether a line is GroupWise's above an answered email. */
export const isFramed = ({ raw, plain }: Line, own: OwnWords): boolean =>
  /^\s?>{3} .*@.*>{3}\s*$/.test(raw) && own.hasAddress(plain);
