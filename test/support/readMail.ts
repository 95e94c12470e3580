import {
  readHead as readHeadWithin,
  readMail as readMailWithin,
} from '../../examples/support-desk/server/mail/readMail';
import { createClock } from '../../examples/support-desk/server/process/clock';

const { after } = createClock();

export const readMail = (source: Buffer) => readMailWithin(source, after);
export const readHead = (source: Buffer) => readHeadWithin(source, after);
