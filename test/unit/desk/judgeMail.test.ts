import { describe, expect, it } from 'vitest';
import { isDoubtful, refusalOf } from '../../../examples/support-desk/server/mail/judgeMail';
import { composeMail, type Envelope } from '../../support/mails/compose';
import { readHead } from '../../support/readMail';

const ENVELOPE: Envelope = {
  from: 'Ada <ada@visitor.example>',
  to: 'help@shop.example',
  messageId: '<1@visitor.example>',
};
const headOf = (more: Partial<Envelope>) =>
  readHead(composeMail({ ...ENVELOPE, ...more }, { plain: 'Hello' }));
const reasonOf = async (more: Partial<Envelope>) =>
  refusalOf({ address: 'help@shop.example' }, await headOf(more));

describe('a mail', () => {
  it.each([
    [
      'through a group',
      [
        'List-ID: <help.shop.example>',
        'List-Post: <https://groups.example>',
        'X-BeenThere: help@shop.example',
      ],
    ],
    [
      'through a list',
      [
        'Precedence: list',
        'List-Unsubscribe: <mailto:off@lists.example>',
        'List-Help: <https://lists.example>',
      ],
    ],
    ['that a server calls bulk', ['Precedence: bulk']],
    ['that was forwarded', ['X-Loop: ada@visitor.example', 'X-Forwarded-To: help@shop.example']],
    ['of a program that wants no automatic answers', ['X-Auto-Response-Suppress: DR, OOF, AutoReply']],
    ['that says that a person sent it', ['Auto-Submitted: no']],
    [
      'forwarded, of a domain that asks for nothing',
      [
        'Authentication-Results: mx.google.com; arc=pass (i=1 spf=pass); dmarc=fail (p=NONE sp=NONE dis=NONE) header.from=visitor.example',
      ],
    ],
    [
      'forwarded, as Outlook says it',
      [
        'Authentication-Results: spf=fail; dkim=fail; dmarc=fail action=none header.from=visitor.example; arc=pass (0 oda=1)',
      ],
    ],
    [
      'that is authentic',
      ['Authentication-Results: mx.shop.example; dmarc=pass header.from=visitor.example'],
    ],
  ])('is a person’s: %s', async (_what, headers) => {
    expect(await reasonOf({ headers })).toBeUndefined();
  });

  it.each([
    ['spf=fail; dkim=fail; dmarc=none', true],
    ['spf=fail smtp.mailfrom=x.example; dkim=none', true],
    ['spf=softfail; dmarc=none', true],
    ['spf=none; dkim=fail', true],
    ['SPF=FAIL; DKIM=FAIL', true],
    ['spf=pass; dkim=fail; dmarc=none', false],
    ['spf=fail; dkim=pass; dmarc=pass', false],
    ['spf=fail; arc=pass; dmarc=none', false],
    ['spf=none; dkim=none; dmarc=none', false],
    ['dmarc=pass', false],
  ])('is doubtful in the team’s name by %s: %s', async (result, isIt) => {
    const forged = ['Authentication-Results: mine; dkim=pass'];
    for (const more of [[], forged]) {
      const head = await headOf({ headers: [`Authentication-Results: mx; ${result}`, ...more] });
      expect(isDoubtful(head)).toBe(isIt);
      // Of a visitor, whose server may be set up badly, it is taken.
      expect(refusalOf({ address: 'help@shop.example' }, head)).toBeUndefined();
    }
  });

  it.each([
    ['automatic', ['Auto-Submitted: auto-replied']],
    ['automatic', ['Precedence: auto_reply']],
    ['automatic', ['Precedence: junk']],
    ['automatic', ['X-Autorespond: yes', 'List-ID: <help.shop.example>']],
    ['automatic', ['Return-Path: <>']],
    ['bounce', ['X-Failed-Recipients: ada@visitor.example', 'Precedence: list']],
    ['loop', ['X-Porch-Mail: visitor', 'List-ID: <help.shop.example>']],
    [
      'unauthentic',
      ['Authentication-Results: mx.shop.example; dmarc=fail (p=reject) header.from=visitor.example'],
    ],
    [
      'unauthentic',
      ['Authentication-Results: mx.shop.example; dmarc=fail (p=none) header.from=visitor.example'],
    ],
    [
      'unauthentic',
      [
        'Authentication-Results: mx.shop.example; arc=pass; dmarc=fail (p=REJECT sp=NONE) header.from=visitor.example',
      ],
    ],
    [
      'unauthentic',
      [
        'Authentication-Results: mx.shop.example; dmarc=fail (p=reject)',
        'Authentication-Results: x; arc=pass; dmarc=pass (p=none)',
      ],
    ],
  ])('is not: %s, %j', async (reason, headers) => {
    expect(await reasonOf({ headers })).toBe(reason);
  });

  it.each([
    'Automatic reply: New reply from The shop',
    'Out of Office: Re: New reply',
    'Out of office',
    'AutoReply: New reply',
    'Auto: Re: New reply',
    'Automatische Antwort: Neue Antwort',
    'Abwesenheitsnotiz: Neue Antwort',
    'Réponse automatique : Nouvelle réponse',
    'Respuesta automática: Nueva respuesta',
    'Resposta automática: Nova resposta',
    'Risposta automatica: Nuova risposta',
    'Automatisch antwoord: Nieuw antwoord',
    'Automatiskt svar: Nytt svar',
    'Autosvar: Nyt svar',
    'Automaattinen vastaus: Uusi vastaus',
    'Automatická odpověď: Nová odpověď',
    'Odpowiedź automatyczna: Nowa odpowiedź',
    'Automatikus válasz: Új válasz',
    'Автоматический ответ: Новый ответ',
    'Автоматична відповідь: Нова відповідь',
    'Αυτόματη απάντηση: Νέα απάντηση',
    'Otomatik yanıt: Yeni yanıt',
    'رد تلقائي: رد جديد',
    'תשובה אוטומטית: תשובה חדשה',
    '自動応答: 新しい返信',
    '自动答复: 新回复',
    '自動回覆: 新回覆',
    '자동 회신: 새 답장',
  ])('that says that its sender is away is automatic: %s', async (subject) => {
    const encoded = `=?utf-8?B?${Buffer.from(subject).toString('base64')}?=`;
    expect(await reasonOf({ subject: encoded })).toBe('automatic');
  });

  it.each([
    'Re: New reply from The shop',
    'Re: Automatic reply: New reply',
    'Automatic reply of your machine',
    'Auto kaputt',
    'Out of office chairs?',
    'Afwezig tot maandag, graag dinsdag leveren',
    'Poissa kotoa maanantaina',
    '',
  ])('is a person’s, whatever its subject has: %s', async (subject) => {
    expect(await reasonOf({ subject })).toBeUndefined();
  });
});
