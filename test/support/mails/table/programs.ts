import type { Language } from './languages';

/** What a reply is made of. */
export type Parts = {
  language: Language;
  /** What is written now. */
  reply: string;
  name: string;
  address: string;
  subject: string;
  /** The lines of the desk's mail. */
  ours: readonly string[];
};

/** A way to write a reply. @returns the text of the mail; what is shown, where that is not `reply` */
type Way = (parts: Parts) => string | { mail: string; text: string };

const filled = (line: string, { name, address }: Parts): string =>
  line.replaceAll('{n}', name).replaceAll('{a}', address);
const gmailLine = (parts: Parts): string => filled(parts.language.gmail, parts);
const appleLine = (parts: Parts): string => filled(parts.language.apple, parts);
const birdLine = (parts: Parts): string => filled(parts.language.bird, parts);
const quoted = (ours: readonly string[], mark = '> '): string =>
  ours.map((line) => (line === '' ? mark.trimEnd() : `${mark}${line}`)).join('\n');
const plain = ({ ours }: Parts): string => ours.join('\n');
/** As programs break lines: at a space, before so many signs. */
const wrapped = (line: string, width: number): string => {
  const at = line.lastIndexOf(' ', width);
  return at > 0 && line.length > width ? `${line.slice(0, at)}\n${line.slice(at + 1)}` : line;
};

type HeaderLines = {
  date?: string;
  order?: readonly (0 | 1 | 2 | 3)[];
  bold?: boolean;
  address?: string;
  tab?: boolean;
};
/** The header of the desk's mail, with the labels of the language. */
const header = (
  { language: { labels }, name, address, subject }: Parts,
  {
    date = 'Friday, November 27, 2026 10:02',
    order = [0, 1, 2, 3],
    bold,
    tab,
    address: from,
  }: HeaderLines = {},
): string => {
  const values = [from ?? `${name} <${address}>`, date, 'Ada <ada@visitor.example>', subject];
  return order
    .map((at) => {
      const label = bold ? `*${labels[at]}*` : labels[at];
      return `${label}${tab ? '\t' : ' '}${values[at]}`;
    })
    .join('\n');
};

/** In each language. */
export const WAYS: Record<string, Way> = {
  Gmail: (p) => `${p.reply}\n\n${gmailLine(p)}\n\n${quoted(p.ours)}\n`,
  'Gmail, wrapped': (p) => `${p.reply}\n\n${wrapped(gmailLine(p), 66)}\n\n${quoted(p.ours)}\n`,
  'Gmail, wrapped before the address': (p) =>
    `${p.reply}\n\n${gmailLine(p).replace('<', '<\n')}\n\n${quoted(p.ours)}\n`,
  'Gmail of old phones, no line between': (p) => `${p.reply}\n${gmailLine(p)}\n\n${quoted(p.ours)}\n`,
  'Gmail, no line around': (p) => `${p.reply}\n${gmailLine(p)}\n${quoted(p.ours)}\n`,
  'Gmail, answer below': (p) => `${gmailLine(p)}\n\n${quoted(p.ours)}\n\n${p.reply}\n`,
  'Gmail with a signature': (p) =>
    `${p.reply}\n\n-- \nAda Lovelace\nBerlin\n+49 30 123456\n\n${gmailLine(p)}\n\n${quoted(p.ours)}\n`,
  'Gmail, a second time': (p) =>
    `${p.reply}\n\n${gmailLine(p)}\n\n${quoted(['Is it still there?', '', gmailLine(p), '', ...p.ours.map((line) => `> ${line}`)])}\n`,
  'Gmail, without signs of quotes': (p) => `${p.reply}\n\n${gmailLine(p)}\n\n${plain(p)}\n`,
  'Gmail, a list': (p) =>
    `${p.reply}\n\n${gmailLine(p)}\n\n${quoted(p.ours)}\n\n-- \nYou received this message because you are subscribed to the Google Groups "Orders" group.\nTo unsubscribe from this group and stop receiving emails from it, send an email to orders+unsubscribe@groups.example.\n`,
  'Apple Mail': (p) => `${p.reply}\n\n> ${appleLine(p)}\n> \n> \ufeff${quoted(p.ours).slice(2)}\n`,
  'Apple Mail, on a Mac': (p) => `${p.reply}\n\n${appleLine(p)}\n\n${quoted(p.ours)}\n`,
  iPhone: (p) =>
    `${p.reply}\n\n${p.language.phones[0]}\n\n> ${appleLine(p)}\n> \n> ${quoted(p.ours).slice(2)}\n`,
  'iPhone, no line between': (p) =>
    `${p.reply}\n${p.language.phones[0]}\n\n${appleLine(p)}\n\n${quoted(p.ours)}\n`,
  Outlook: (p) => `${p.reply}\n\n${header(p)}\n\n${plain(p)}\n`,
  'Outlook, bold': (p) => `${p.reply}\n\n${header(p, { bold: true })}\n\n${plain(p)}\n`,
  'Outlook of 2010': (p) =>
    `${p.reply}\n\n-----${p.language.original}-----\n${header(p, { address: `${p.name} [mailto:${p.address}]` })}\n\n${plain(p)}\n`,
  'Outlook, names only': (p) => `${p.reply}\n\n${header(p, { address: p.name })}\n\n${plain(p)}\n`,
  'Outlook on the web': (p) =>
    `${p.reply}\n\n________________________________\n${header(p)}\n\n${plain(p)}\n`,
  'Outlook on a phone': (p) =>
    `${p.reply}\n\n${p.language.phones[2]}\n________________________________\n${header(p)}\n\n${plain(p)}\n`,
  'Outlook, no line between': (p) => `${p.reply}\n${header(p)}\n${plain(p)}\n`,
  'Outlook, answer below': (p) => `${header(p)}\n\n${plain(p)}\n\n${p.reply}\n`,
  'Yahoo Mail': (p) =>
    ` ${p.reply.replaceAll('\n', '\n ')}\n    ${gmailLine(p)}  \n \n ${p.ours.join('\n ')}\n  `,
  'Yahoo Mail, quoted': (p) => `${p.reply}\n\n${gmailLine(p)}\n\n\n${quoted(p.ours)}\n`,
  'Zoho Mail': (p) =>
    `${p.reply}\n\n\n---- ${gmailLine(p).replace(/\s?[:：]\u202c?$/, '')} ---\n\n${plain(p)}\n`,
  'Zoho Mail, quoted': (p) =>
    `${p.reply}\n\n ---- ${gmailLine(p).replace(/\s?[:：]\u202c?$/, '')} ---- \n${quoted(p.ours)}\n`,
  GMX: (p) =>
    `${p.reply}\n \n\n${header(p, { order: [1, 0, 2, 3], date: '27.11.2026 um 10:02' })}\n\n${plain(p)}\n`,
  'Proton Mail': (p) =>
    `${p.reply}\n\nSent with [Proton Mail](https://proton.me/mail/home) secure email.\n\n${gmailLine(p)}\n\n${quoted(p.ours)}\n`,
  Thunderbird: (p) =>
    `${birdLine(p)}\n${quoted(p.ours)}\n\n${p.reply}\n\n-- \nAda Lovelace\nBerlin · +49 30 123456\n`,
  'Thunderbird, above': (p) => `${p.reply}\n\n${birdLine(p)}\n${quoted(p.ours)}\n`,
  'Thunderbird, between the lines': (p) => {
    const [first = '', ...rest] = p.reply.split('\n\n');
    const middle = p.ours.indexOf('');
    const below = rest.join('\n\n');
    return {
      mail: `${birdLine(p)}\n${quoted(p.ours.slice(0, middle))}\n\n${first}\n\n${quoted(p.ours.slice(middle + 1))}\n\n${below}\n`,
      text: p.reply,
    };
  },
  'Samsung Email': (p) =>
    `${p.reply}\n\n\n${p.language.phones[1]}\n\n-------- ${p.language.original} --------\n${header(p, { date: '27/11/2026 10:02 (GMT+01:00)' })}\n\n${plain(p)}\n`,
  'a phone of ten years ago': (p) =>
    `${p.reply}\n\n----- Reply message -----\n${header(p, { order: [0, 2, 3, 1], date: 'Fri, Nov 27, 2026 10:02' })}\n\n${plain(p)}\n`,
  Hotmail: (p) =>
    `${p.reply}\n\n${header(p, { order: [1, 0, 2, 3], date: 'Fri, 27 Nov 2026 10:02:11 +0100' })}\n\n${plain(p)}\n`,
  'Lotus Notes': (p) =>
    `${p.reply}\n\n\n\n${header(p, { tab: true, order: [0, 2, 1, 3], date: '27/11/2026 10:02' })}\n\n${plain(p)}\n`,
  'a program that quotes by a bar': (p) => `${p.reply}\n\n${gmailLine(p)}\n\n${quoted(p.ours, '| ')}\n`,
  'a program that quotes by initials': (p) => `${p.reply}\n\n${birdLine(p)}\n${quoted(p.ours, 'TS> ')}\n`,
  'a program that quotes nothing': (p) => p.reply,
  'a program that quotes alone': (p) => `${p.reply}\n\n${quoted(p.ours)}\n`,
  'quotes between which somebody answers, with nothing above': (p) => {
    const middle = p.ours.indexOf('');
    return `${quoted(p.ours.slice(0, middle))}\n${p.reply}\n\n${quoted(p.ours.slice(middle + 1))}\n`;
  },
  'a list of Mailman': (p) =>
    `${p.reply}\n\n${gmailLine(p)}\n${quoted(p.ours)}\n_______________________________________________\nOrders mailing list\norders@lists.example\nhttps://lists.example/listinfo/orders\n`,
  'a forwarded mail below': (p) =>
    `${p.reply}\n\n---------- Forwarded message ---------\n${header(p, { address: 'Parcels <info@parcels.example>', order: [0, 1, 3, 2] })}\n\nYour parcel is on its way.\nNumber 123456\n`,
  'a quote deleted, its line left': (p) => `${gmailLine(p)}\n\n${p.reply}\n`,
};

const EN = 'The shop <help@shop.example>';
/** In the language of a program, which the name ends with, with any reply. */
export const OTHER_WAYS: Record<string, Way> = {
  'BlackBerry, en': (p) =>
    `${p.reply}\n\nSent from my BlackBerry® wireless device\n\n-----Original Message-----\nFrom: ${EN}\nDate: Fri, 27 Nov 2026 10:02:11 \nTo: <ada@visitor.example>\nSubject: ${p.subject}\n\n${plain(p)}\n`,
  'BlackBerry 2, en': (p) =>
    `${p.reply}\nSent via BlackBerry from T-Mobile\n\n-----Original Message-----\nFrom: ${EN}\nSender: ${EN}\nDate: Fri, 27 Nov 2026 10:02:11\nTo: ada@visitor.example\n\n${plain(p)}\n`,
  'Windows Phone, en': (p) =>
    `${p.reply}\n\nSent from my Windows Phone\n________________________________\nFrom: The shop<mailto:help@shop.example>\nSent: ‎11/‎27/‎2026 10:02 AM\nTo: ada@visitor.example<mailto:ada@visitor.example>\nSubject: ${p.subject}\n\n${plain(p)}\n`,
  'Mail for Windows, en': (p) =>
    `${p.reply}\n\nSent from Mail<https://go.example/fwlink> for Windows 10\n\nFrom: The shop<mailto:help@shop.example>\nSent: Friday, November 27, 2026 10:02 AM\nTo: ada@visitor.example\nSubject: ${p.subject}\n\n${plain(p)}\n`,
  'Samsung with a network, en': (p) =>
    `${p.reply}\n\nSent via the Samsung Galaxy S21 5G, an AT&T 5G smartphone\n\n-------- Original message --------\nFrom: ${EN}\nDate: 11/27/26 10:02 AM (GMT-05:00)\nTo: ada@visitor.example\nSubject: ${p.subject}\n\n${plain(p)}\n`,
  'Yahoo on Android, en': (p) =>
    `${p.reply}\n\nYahoo Mail: Search, Organize, Conquer \n \n  On Fri, Nov 27, 2026 at 10:02 AM, The shop<help@shop.example> wrote:   ${p.ours.join('\n')}\n`.replace(
      'wrote:   ',
      'wrote:\n   ',
    ),
  'AOL, en': (p) =>
    `${p.reply}\n\nSent from the all new AOL app for iOS\n\nOn Friday, November 27, 2026, 10:02 AM, The shop <help@shop.example> wrote:\n\n${plain(p)}\n`,
  'Spark, en': (p) => `${p.reply}\n\nOn 27 Nov 2026 at 10:02 +0100, ${EN}, wrote:\n${quoted(p.ours)}\n`,
  'Superhuman, en': (p) =>
    `${p.reply}\n\nSent via Superhuman ( https://sprh.example/?vip=ada )\n\nOn Fri, Nov 27, 2026 at 10:02 AM, The shop < help@shop.example > wrote:\n\n${quoted(p.ours)}\n`,
  'eM Client, en': (p) =>
    `${p.reply}\n\n------ Original Message ------\nFrom "The shop" <help@shop.example>\nTo ada@visitor.example\nDate 11/27/2026 10:02:11 AM\nSubject ${p.subject}\n\n${quoted(p.ours, '>')}\n`,
  'Roundcube, en': (p) => `On 2026-11-27 10:02, The shop wrote:\n${quoted(p.ours)}\n\n${p.reply}\n`,
  'Roundcube, de': (p) => `Am 2026-11-27 10:02, schrieb The shop:\n${quoted(p.ours)}\n\n${p.reply}\n`,
  'Horde, en': (p) => `${p.reply}\n\n\nQuoting ${EN}:\n\n${quoted(p.ours)}\n`,
  'Horde, de': (p) => `${p.reply}\n\n\nZitat von ${EN}:\n\n${quoted(p.ours)}\n`,
  'Evolution, en': (p) =>
    `On Fri, 2026-11-27 at 10:02 +0100, The shop wrote:\n${quoted(p.ours)}\n\n${p.reply}\n`,
  'Evolution, de': (p) =>
    `Am Freitag, dem 27.11.2026 um 10:02 +0100 schrieb The shop:\n${quoted(p.ours)}\n\n${p.reply}\n`,
  'KMail, en': (p) =>
    `On Friday, November 27, 2026 10:02:11 AM CET The shop wrote:\n${quoted(p.ours)}\n\n${p.reply}\n`,
  'Mutt, en': (p) =>
    `On Fri, Nov 27, 2026 at 10:02:11AM +0100, The shop wrote:\n${quoted(p.ours)}\n\n${p.reply}\n`,
  'Mutt, by address, en': (p) =>
    `* The shop <help@shop.example> [2026-11-27 10:02]:\n${quoted(p.ours)}\n\n${p.reply}\n`,
  'Gnus, en': (p) => `The shop <help@shop.example> writes:\n\n${quoted(p.ours)}\n\n${p.reply}\n`,
  'Notes, en': (p) =>
    `${p.reply}\n\nThe shop <help@shop.example> wrote on 11/27/2026 10:02:11 AM:\n\n${quoted(p.ours)}\n`,
  'Notes, no brackets, en': (p) =>
    `${p.reply}\n\nhelp@shop.example wrote on 27.11.2026 10:02:11:\n\n${quoted(p.ours)}\n`,
  'GroupWise, en': (p) =>
    `${p.reply}\n\n>>> The shop <help@shop.example> 11/27/2026 10:02 AM >>>\n${plain(p)}\n`,
  'Request Tracker, en': (p) =>
    `${p.reply}\n\nOn Fri Nov 27 10:02:11 2026, help@shop.example wrote:\n${quoted(p.ours)}\n`,
  'OTRS, de': (p) =>
    `${p.reply}\n\n27.11.2026 10:02 (Europe/Berlin) - The shop schrieb:\n\n${quoted(p.ours)}\n`,
  'OTRS, en': (p) =>
    `${p.reply}\n\n11/27/2026 10:02 (Europe/Berlin) - The shop wrote:\n\n${quoted(p.ours)}\n`,
  'a ticket system, en': (p) =>
    `${p.reply}\n\n##- Please type your reply above this line -##\n\nYour request (4711) has been updated.\n\n${plain(p)}\n`,
  'a ticket system, de': (p) =>
    `${p.reply}\n\n##- Bitte geben Sie Ihre Antwort über dieser Zeile ein. -##\n\n${plain(p)}\n`,
  'a forum, en': (p) =>
    `${p.reply}\n\nOn Fri, Nov 27, 2026 at 10:02 AM, The shop via Forum <help@shop.example>\n\n${quoted(p.ours)}\n`,
  'T-Online, de': (p) =>
    `${p.reply}\n\n\n-----Original-Nachricht-----\nBetreff: ${p.subject}\nDatum: 2026-11-27T10:02:11+0100\nVon: "The shop" <help@shop.example>\nAn: "ada@visitor.example" <ada@visitor.example>\n\n${plain(p)}\n`,
  'WEB.DE, de': (p) =>
    `${p.reply}\n-- \nDiese Nachricht wurde von meinem Android Mobiltelefon mit WEB.DE Mail gesendet.\n\nAm 27.11.26, 10:02 schrieb The shop <help@shop.example>:\n\n${quoted(p.ours)}\n`,
  'K-9 Mail, de': (p) =>
    `${p.reply}\n\nAm 27. November 2026 10:02:11 MEZ schrieb The shop <help@shop.example>:\n${quoted(p.ours, '>')}\n\n-- \nDiese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.\n`,
  'freenet, de': (p) =>
    `${p.reply}\n\n--- Ursprüngliche Nachricht ---\nVon: The shop <help@shop.example>\nDatum: 27.11.2026 10:02:11\nAn: ada@visitor.example\nBetreff: ${p.subject}\n\n${plain(p)}\n`,
  'Orange, fr': (p) =>
    `${p.reply}\n\n\n> Message du 27/11/26 10:02\n> De : "The shop" \n> A : ada@visitor.example\n> Copie à : \n> Objet : ${p.subject}\n> \n${quoted(p.ours)}\n`,
  'Free, fr': (p) =>
    `${p.reply}\n\n----- Mail original -----\nDe: "The shop" <help@shop.example>\nÀ: "Ada" <ada@visitor.example>\nEnvoyé: Vendredi 27 Novembre 2026 10:02:11\nObjet: ${p.subject}\n\n${plain(p)}\n`,
  'La Poste, fr': (p) =>
    `${p.reply}\n\n\nle 27/11/2026 10:02, The shop <help@shop.example> a écrit :\n${quoted(p.ours)}\n`,
  'Libero, it': (p) =>
    `${p.reply}\n\nDa: "The shop" <help@shop.example>\nA: ada@visitor.example\nCc: \nData: Fri, 27 Nov 2026 10:02:11 +0100\nOggetto: ${p.subject}\n\n${plain(p)}\n`,
  'Libero, newer, it': (p) =>
    `${p.reply}\n\n\nIl 27/11/2026 10:02 CET The shop <help@shop.example> ha scritto:\n \n \n${plain(p)}\n`,
  'Seznam, cs': (p) =>
    `${p.reply}\n\n---------- Původní e-mail ----------\nOd: The shop <help@shop.example>\nKomu: ada@visitor.example\nDatum: 27. 11. 2026 10:02:11\nPředmět: ${p.subject}\n\n${plain(p)}\n`,
  'Seznam, quoted, cs': (p) =>
    `${p.reply}\n\n---------- Původní e-mail ----------\nOd: The shop <help@shop.example>\nKomu: ada@visitor.example\nDatum: 27. 11. 2026 10:02:11\nPředmět: ${p.subject}\n"${plain(p)}"\n`,
  'WP, pl': (p) =>
    `${p.reply}\n\nDnia 27 listopada 2026 10:02 The shop <help@shop.example> napisał(a):\n\n${quoted(p.ours)}\n`,
  'Onet, pl': (p) =>
    `${p.reply}\n\nW dniu 2026-11-27 10:02:11 użytkownik The shop <help@shop.example> napisał:\n\n${quoted(p.ours)}\n`,
  'Freemail, hu': (p) =>
    `${p.reply}\n\n-------- Eredeti üzenet --------\nFeladó: The shop < help@shop.example (Link -> mailto:help@shop.example) >\nDátum: 2026 november 27 10:02:11\nTárgy: ${p.subject}\nCímzett: ada@visitor.example\n\n${plain(p)}\n`,
  'Ukr.net, uk': (p) =>
    `${p.reply}\n\n\n27 листопада 2026, 10:02:11, від "The shop" <help@shop.example>:\n\n${quoted(p.ours)}\n`,
  'Mail.ru, ru': (p) =>
    `${p.reply}\n\n\n--\nАда\n\n> Пятница, 27 ноября 2026, 10:02 +03:00 от The shop <help@shop.example>:\n> \n${quoted(p.ours)}\n`,
  'Mail.ru, unquoted, ru': (p) =>
    `${p.reply}\n \n \n--\nAda Lovelace\n \n \nПятница, 27 ноября 2026, 10:02 +03:00 от The shop <help@shop.example>:\n \n${plain(p)}\n`,
  'Yandex, ru': (p) =>
    `${p.reply}\n \n27.11.2026, 10:02, "The shop" <help@shop.example>:\n${quoted(p.ours)}\n-- \nАда\n`,
  'Yandex on a phone, ru': (p) =>
    `${p.reply}\n\n27.11.2026, 10:02, The shop <help@shop.example>:\n\n${quoted(p.ours)}\n\n-- \nОтправлено из мобильного приложения Яндекс.Почты\n`,
  'abv, bg': (p) =>
    `${p.reply}\n\n\n\n >-------- Оригинално писмо --------\n >От: The shop help@shop.example\n >Относно: ${p.subject}\n >До: ada@visitor.example\n >Изпратено на: 27.11.2026 10:02\n${quoted(p.ours, ' >')}\n`,
  'QQ, zh-cn': (p) =>
    `${p.reply}\n\n\n\n\n------------------&nbsp;原始邮件&nbsp;------------------\n发件人: "The shop" <help@shop.example>;\n发送时间: 2026年11月27日(星期五) 上午10:02\n收件人: "Ada"<ada@visitor.example>;\n主题: ${p.subject}\n\n${plain(p)}\n`.replaceAll(
      '&nbsp;',
      '\u00a0',
    ),
  'Netease, zh-cn': (p) =>
    `${p.reply}\n\n\n\n\n\n\n\n\n\n在 2026-11-27 10:02:11，"The shop" <help@shop.example> 写道：\n\n${plain(p)}\n`,
  'Netease, English, zh-cn': (p) =>
    `${p.reply}\n\n\nAt 2026-11-27 10:02:11, "The shop" <help@shop.example> wrote:\n\n${quoted(p.ours, '>')}\n`,
  'Netease on a phone, zh-cn': (p) =>
    `${p.reply}\n\n---- 回复的原邮件 ----\n| 发件人 | The shop<help@shop.example> |\n| 日期 | 2026年11月27日 10:02 |\n| 收件人 | ada@visitor.example |\n| 主题 | ${p.subject} |\n${plain(p)}\n`,
  'Foxmail, zh-cn': (p) =>
    `${p.reply}\n\n\n\nAda\n \n发件人： The shop\n发送时间： 2026-11-27 10:02\n收件人： ada\n主题： ${p.subject}\n${plain(p)}\n`.replace(
      '\n\n\n\nAda',
      '',
    ),
  'Naver, ko': (p) =>
    `${p.reply}\n\n-----Original Message-----\nFrom: "The shop"<help@shop.example>\nTo: <ada@visitor.example>\nCc:\nSent: 2026-11-27 (금) 10:02:11 (GMT+09:00)\nSubject: ${p.subject}\n\n${plain(p)}\n`,
  'Daum, ko': (p) =>
    `${p.reply}\n\n--------- 원본 메일 ---------\n보낸사람: The shop <help@shop.example>\n받는사람: ada@visitor.example\n날짜: 2026년 11월 27일 금요일, 10시 02분 11초 +0900\n제목: ${p.subject}\n\n${plain(p)}\n`,
  'Yahoo! Japan, ja': (p) =>
    `${p.reply}\n\n----- Original Message -----\n> From: The shop <help@shop.example>\n> To: ada@visitor.example\n> Date: 2026/11/27, Fri 10:02\n> Subject: ${p.subject}\n>\n${quoted(p.ours)}\n`,
  'Becky, ja': (p) =>
    `On Fri, 27 Nov 2026 10:02:11 +0900\nThe shop <help@shop.example> wrote:\n\n${quoted(p.ours)}\n\n${p.reply}\n`,
  'docomo, ja': (p) =>
    `${p.reply}\n\n2026年11月27日(金) 10:02 The shop <help@shop.example>:\n${quoted(p.ours)}\n`,
  'Outlook Express, en': (p) =>
    `${p.reply}\n\n----- Original Message ----- \nFrom: "The shop" <help@shop.example>\nTo: <ada@visitor.example>\nSent: Friday, November 27, 2026 10:02 AM\nSubject: ${p.subject}\n\n\n${quoted(p.ours)}\n`,
  'an antivirus, en': (p) =>
    `${p.reply}\n\nOn 11/27/2026 10:02 AM, The shop wrote:\n${quoted(p.ours)}\n\n\n---\nThis email has been checked for viruses by Avast antivirus software.\nwww.avast.com\n`,
};
