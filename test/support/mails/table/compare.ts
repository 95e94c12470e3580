/**
 * Compares the desk's cutter with those of npm, by the table:
 *   npm install --prefix DIR email-reply-parser@2.3.9 node-email-reply-parser@0.1.4 planer@1.2.0 emailreplyparser@0.0.5 parse-reply@0.0.4
 *   npx tsx test/support/mails/table/compare.ts DIR
 */
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { foldReply } from '../../../../examples/support-desk/server/mail/foldReply';
import { NOTHING_KNOWN } from '../../../../examples/support-desk/server/mail/ownWords';
import { CASES, type Case } from './cases';
import { measure } from './measure';

type Cut = (one: Case) => string;

const require = createRequire(join(resolve(process.argv[2] ?? '.'), 'node_modules', 'from.js'));
const crispModule = require('email-reply-parser');
const Crisp = crispModule.default ?? crispModule;

const ours: Cut = ({ mail, known }) => foldReply(mail, known).text;
const crisp: Cut = ({ mail }) => new Crisp().parseReply(mail);
const linesOf = (text: string): Set<string> => new Set(text.split('\n').map((line) => line.trim()));
/** Shows each line that one of two cutters shows. */
const both =
  (one: Cut, other: Cut): Cut =>
  (mail) => {
    const shown = new Set([...linesOf(one(mail)), ...linesOf(other(mail))]);
    return mail.mail
      .split('\n')
      .filter((line) => shown.has(line.trim()))
      .join('\n');
  };

const CUTTERS: Record<string, Cut> = {
  'the desk’s': ours,
  'the desk’s, nothing known': ({ mail }) => foldReply(mail, NOTHING_KNOWN).text,
  'email-reply-parser': crisp,
  'node-email-reply-parser': ({ mail }) => require('node-email-reply-parser')(mail).getVisibleText(),
  'the same, aggressive': ({ mail }) =>
    require('node-email-reply-parser')(mail).getVisibleText({ aggressive: true }),
  emailreplyparser: ({ mail }) => require('emailreplyparser').EmailReplyParser.parse_reply(mail),
  planer: ({ mail }) => require('planer').extractFrom(mail, 'text/plain'),
  'parse-reply': ({ mail }) => require('parse-reply')(mail),
  'both votes: the desk’s, email-reply-parser': both(ours, crisp),
};

const all = Object.values(CASES).flat();
for (const [kind, cases] of Object.entries({ ...CASES, all })) {
  console.log(`\n${kind}: ${cases.length}`);
  for (const [name, cut] of Object.entries(CUTTERS)) {
    try {
      const { right, folded, left, ms, wrong } = measure(cases, cut);
      const share = ((100 * right) / cases.length).toFixed(1);
      console.log(
        `${name.padEnd(44)} ${share.padStart(5)}% right  ${folded} folded wrongly  ${left} left  ${ms.toFixed(0)} ms`,
      );
      if (process.argv.includes(name)) console.log(wrong.join('\n'));
    } catch (error) {
      console.log(`${name.padEnd(44)} ${error}`);
    }
  }
}
