import * as v from 'valibot';
import { savedView, savedViewsAnswer } from '../../../shared/answers/work';
import { viewBody } from '../../../shared/bodies/views';
import type { Operation } from './operation';

const view = v.object({ view: savedView });

/** The views of the list that agents have saved. */
export const VIEW_OPERATIONS = {
  'GET /views': { summary: 'The saved views of the list', answer: savedViewsAnswer },
  'POST /views': {
    summary: 'Save a view',
    body: viewBody,
    example: { name: 'VIPs who wait', shared: true, filter: { view: 'open', tag: 'vip', waits: 3600 } },
    answer: view,
    status: 201,
    errors: [409],
  },
  'POST /views/:id': {
    summary: 'Change a saved view',
    body: viewBody,
    example: { name: 'VIPs', shared: true, filter: { view: 'open', tag: 'vip' } },
    answer: view,
    errors: [409],
  },
  'POST /views/:id/delete': { summary: 'Remove a saved view' },
} satisfies Record<string, Operation>;
