import type { ComponentChildren } from 'preact';
import { useId } from 'react';
import type { InsightTable } from '../../services/insightsApi';
import { useDesk } from '../parts/view';
import { saveInsights } from './saveInsights';

type Props = {
  title: string;
  /** What the figures count. */
  counts?: ComponentChildren;
  /** The table that can be downloaded. */
  file: InsightTable;
  children: ComponentChildren;
};

/** A part of the page: what it counts, its table, and the download. */
export const Part = ({ title, counts, file, children }: Props) => {
  const desk = useDesk();
  return (
    <div class="figures-part">
      <div class="part-head">
        <h2>{title}</h2>
        <button
          type="button"
          class="button quiet"
          aria-label={`Download CSV: ${title}`}
          onClick={() => void saveInsights(desk, file)}
        >
          Download CSV
        </button>
      </div>
      {counts && <p class="meta">{counts}</p>}
      {children}
    </div>
  );
};

type TableProps = { name: string; class?: string; children: ComponentChildren };

/** A table that scrolls in a region of its own, also by the arrow keys. */
export const FiguresTable = ({ name, class: styled = '', children }: TableProps) => {
  const id = useId();
  return (
    <section class="figures-scroller" aria-labelledby={id} tabIndex={0}>
      <table class={`figures-table ${styled}`}>
        <caption id={id} class="visually-hidden">
          {name}
        </caption>
        {children}
      </table>
    </section>
  );
};
