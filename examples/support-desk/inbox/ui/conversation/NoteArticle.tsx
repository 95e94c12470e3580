import type { Happening } from '../../model/decodeHappenings';
import { partsOf } from '../../model/mentions';
import { isoTime, timeOfDay } from '../../model/times';
import { useDesk } from '../parts/view';

export const NoteArticle = ({ note }: { note: Happening }) => {
  const { team } = useDesk().workspace;
  const { id, author, received, text = '' } = note;
  const name = author?.name ?? 'An agent';
  const time = timeOfDay(received);
  const labelId = `by-${id}`;
  return (
    <article class="note" aria-labelledby={labelId}>
      <span id={labelId} class="visually-hidden">{`Note, ${name}, ${time}: `}</span>
      <p class="byline" aria-hidden="true">
        <span class="byline-name" dir="auto">
          {name}
        </span>
        <span class="author-mark">Note</span>
        <time dateTime={isoTime(received)}>{time}</time>
      </p>
      <p class="text" dir="auto">
        {partsOf(text, team.members.value).map((part, at) =>
          part.ids === undefined ? (
            part.text
          ) : (
            <strong key={at} class={`mention${part.ids.includes(team.ownId) ? ' own' : ''}`}>
              {part.text}
            </strong>
          ),
        )}
      </p>
    </article>
  );
};
