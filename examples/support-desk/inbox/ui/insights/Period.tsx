import { useState } from 'react';
import { MOST_DAYS } from '../../../shared/lists';
import { PERIODS } from '../../state/pages/insights';
import { useDesk } from '../parts/view';

const DAY_MS = 86_400_000;

/** Chooses the period of the figures. */
export const Period = () => {
  const { insights } = useDesk().workspace;
  const period = insights.period.value;
  const [isCustom, setCustom] = useState(!('days' in period));
  return (
    <>
      <fieldset class="period">
        <legend class="visually-hidden">Period</legend>
        {PERIODS.map((days) => (
          <label key={days}>
            <input
              type="radio"
              name="period"
              checked={!isCustom && 'days' in period && period.days === days}
              onChange={() => {
                setCustom(false);
                void insights.load({ days });
              }}
            />
            {days === 1 ? 'Today' : `${days} days`}
          </label>
        ))}
        <label>
          <input type="radio" name="period" checked={isCustom} onChange={() => setCustom(true)} />
          Other days
        </label>
      </fieldset>
      {isCustom && <OtherDays />}
    </>
  );
};

/** The first and last day of a period. */
const OtherDays = () => {
  const { insights } = useDesk().workspace;
  const shown = insights.value.peek()?.team.period;
  const [from, setFrom] = useState(shown?.from ?? '');
  const [to, setTo] = useState(shown?.to ?? '');
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  const isWrong = days < 1 || days > MOST_DAYS;
  return (
    <form
      class="other-days"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWrong) void insights.load({ from, to });
      }}
    >
      <label>
        From{' '}
        <input
          type="date"
          required
          value={from}
          aria-describedby={isWrong ? 'other-days-wrong' : undefined}
          onInput={(event) => setFrom(event.currentTarget.value)}
        />
      </label>
      <label>
        To <input type="date" required value={to} onInput={(event) => setTo(event.currentTarget.value)} />
      </label>
      <button type="submit" class="button quiet">
        Show
      </button>
      {isWrong && (
        <span id="other-days-wrong" class="error" role="alert">
          {days < 1 ? 'The first day comes first.' : `Choose at most ${MOST_DAYS} days.`}
        </span>
      )}
    </form>
  );
};
