import { cutText } from '../../model/clean';
import type { Wait } from '../../model/entities';
import { missedCallOf } from '../conversations/waiting';
import { textOf } from '../messages/messageText';
import { type Mailing, mailingOf } from '../settings/emailSettings';
import type { Email } from './email';
import type { MailDeps } from './emailAnswers';
import { escaped } from './emailParts';
import { automaticHeaders } from './replies';
import { askedBy, claim, inboxLink, nameOf, sendAll, settle, tellOf, type Waiting } from './teamMail';

/** How many visitors' questions the email quotes. */
const MOST_SHOWN = 20;
const MOST_TEXT = 200;

const lineOf = async (deps: MailDeps, waiting: Waiting): Promise<{ text: string; link?: string }> => {
  const [first] = await askedBy(deps, waiting);
  const said = first && cutText(textOf(first, deps.publicUrl).replace(/\s+/g, ' '), MOST_TEXT);
  const isMissed = missedCallOf(waiting.conversation) !== null;
  const name = `${cutText(nameOf(waiting), 100)}${isMissed ? ' (missed call)' : ''}`;
  return { text: said ? `${name}: ${said}` : name, link: inboxLink(deps, waiting.conversation.id) };
};

const compose = async (
  deps: MailDeps,
  { from }: Mailing,
  to: string,
  all: readonly Waiting[],
): Promise<Email> => {
  const lines = [];
  for (const waiting of all.slice(0, MOST_SHOWN)) lines.push(await lineOf(deps, waiting));
  const subject = `${all.length} ${all.length === 1 ? 'visitor waits' : 'visitors wait'} for an answer`;
  const rest = all.length > MOST_SHOWN ? [`And ${all.length - MOST_SHOWN} more.`] : [];
  const link = deps.publicUrl && `${deps.publicUrl}/agent`;
  return {
    to,
    from,
    subject,
    ...automaticHeaders('team'),
    text: [
      `${subject}.`,
      ...lines.map((line) => (line.link ? `${line.text}\n${line.link}` : line.text)),
      ...rest,
      ...(link ? [link] : []),
      '',
    ].join('\n\n'),
    html: [
      `<p>${subject}.</p>`,
      '<ul>',
      ...lines.map((line) =>
        line.link
          ? `<li><a href="${escaped(line.link)}">${escaped(line.text)}</a></li>`
          : `<li>${escaped(line.text)}</li>`,
      ),
      '</ul>',
      ...rest.map((text) => `<p>${text}</p>`),
      ...(link ? [`<p><a href="${escaped(link)}">Open the inbox</a></p>`] : []),
    ].join('\n'),
  };
};

/**
 * Notifies each receiver of all these visitors in one email, if they are too many for separate ones.
 * @throws the mail server's answer
 */
export const tellOfAll = async (deps: MailDeps, waits: readonly Wait[]): Promise<void> => {
  const mailing = mailingOf(deps.settings().email);
  if (!mailing) return;
  const all: Waiting[] = [];
  for (const wait of waits) {
    const waiting = await claim(deps, mailing, wait);
    if (waiting) all.push(waiting);
  }
  const [only] = all;
  if (!only) return;
  if (all.length === 1) return tellOf(deps, mailing, only);
  const emails: Email[] = [];
  for (const to of new Set(all.flatMap((waiting) => waiting.to)))
    emails.push(
      await compose(
        deps,
        mailing,
        to,
        all.filter((waiting) => waiting.to.includes(to)),
      ),
    );
  await sendAll(deps, mailing, emails);
  for (const waiting of all) await settle(deps, waiting);
  deps.mailLimits.digestSent(all.length);
};
