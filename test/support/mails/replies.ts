import type { MailBody } from './compose';

/** A reply as a program writes it, and what its sender wrote. */
export type Reply = { program: string; language: string; body: MailBody; text: string };

const LINK = 'https://shop.example/help#porch-open=WyJjIl0.abc';

/** The mail of the desk that is answered. */
const OURS = [
  'The shop:',
  'We have it in blue.',
  '',
  'Open the conversation:',
  LINK,
  '',
  'The link works until December 4, 2026.',
];
const OUR_HTML = `<div lang="en-us" dir="ltr" style="font:16px/24px sans-serif">
<p><strong>The shop</strong><br>We have it in blue.</p>
<p><a href="${LINK}">Open the conversation</a></p>
<p style="color:#595959;font-size:13px">The link works until December 4, 2026.</p>
</div>`;

const quoted = OURS.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n');
const unquoted = OURS.join('\n');

const paragraphs = (text: string): string =>
  text
    .split('\n')
    .map((line) => `<div>${line === '' ? '<br>' : line}</div>`)
    .join('');

/** Gmail in a browser: both texts, with the line that says who wrote in a `gmail_attr`. */
const gmail = (language: string, text: string, wrote: string, html = wrote): Reply => ({
  program: 'Gmail',
  language,
  text,
  body: {
    plain: `${text}\n\n${wrote}\n\n${quoted}\n`,
    html: `<div dir="auto">${paragraphs(text)}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${html.replaceAll('<', '&lt;').replaceAll('\n', ' ')}<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex">${OUR_HTML}</blockquote></div>`,
  },
});

/** Outlook on a computer, which writes HTML alone: a line above, and the header of the mail that is answered. */
const outlook = (
  language: string,
  text: string,
  names: readonly [from: string, sent: string, to: string, subject: string],
  charset = 'utf-8',
): Reply => {
  const values = [
    'The shop &lt;help@shop.example&gt;',
    '27.11.2026 10:02',
    'Ada &lt;ada@visitor.example&gt;',
    'New reply',
  ];
  const header = names.map((name, at) => `<b>${name}</b> ${values[at]}`).join('<br>');
  return {
    program: 'Outlook',
    language,
    text,
    body: {
      charset,
      html: `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0cm;} --></style></head><body lang="${language}"><div class="WordSection1">${text
        .split('\n')
        .map((line) => `<p class="MsoNormal">${line === '' ? '<o:p>&nbsp;</o:p>' : line}<o:p></o:p></p>`)
        .join(
          '',
        )}<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">${header}<o:p></o:p></p></div><p class="MsoNormal"><o:p>&nbsp;</o:p></p>${OUR_HTML}</div></body></html>`,
    },
  };
};

/** Outlook on the web and on phones: both texts, with a row of underscores above the header. */
const outlookWeb = (
  program: string,
  language: string,
  text: string,
  header: string,
  added = '',
  charset = 'utf-8',
): Reply => ({
  program,
  language,
  text,
  body: { charset, plain: `${text}\n${added}\n________________________________\n${header}\n\n${unquoted}\n` },
});

/** Mail on a Mac, an iPhone or an iPad: the line that says who wrote is quoted, too. */
const apple = (language: string, text: string, wrote: string, sentFrom?: string): Reply => ({
  program: sentFrom === undefined ? 'Apple Mail' : 'iPhone',
  language,
  text,
  body: {
    plain: `${text}\n\n${sentFrom === undefined ? '' : `${sentFrom}\n\n`}> ${wrote}\n> \n> \ufeff${OURS.join('\n> ')}\n`,
    encoding: 'base64',
  },
});

const plain = (program: string, language: string, text: string, all: string, more: MailBody = {}): Reply => ({
  program,
  language,
  text,
  body: { plain: all, ...more },
});

const EN = 'Great, I’ll take two.\n\nCan you send them by Friday?';
const DE = 'Super, ich nehme zwei.\n\nKommen die bis Freitag an? Größe 42, bitte.';
const FR = 'Parfait, j’en prends deux.\n\nPouvez-vous les envoyer avant vendredi ?';
const ES = '¡Perfecto! Me quedo con dos.\n\n¿Pueden enviarlas antes del viernes?';
const PT = 'Ótimo, vou levar dois.\n\nVocês conseguem enviar até sexta-feira?';
const JA = 'ありがとうございます。二つお願いします。\n\n金曜日までに届きますか？';
const RU = 'Отлично, беру две штуки.\n\nСможете отправить до пятницы?';
const AR = 'رائع، سآخذ اثنين.\n\nهل يمكنكم إرسالهما قبل يوم الجمعة؟';
const ZH = '太好了，我要两件。\n\n星期五之前能寄到吗？';

/** Written for these tests, in the manner of each program. */
export const REPLIES: readonly Reply[] = [
  gmail('en', EN, 'On Fri, Nov 27, 2026 at 10:02\u202fAM The shop <help@shop.example>\nwrote:'),
  gmail('de', DE, 'Am Fr., 27. Nov. 2026 um 10:02 Uhr schrieb The shop <\nhelp@shop.example>:'),
  gmail('fr', FR, 'Le ven. 27 nov. 2026 à 10:02, The shop <help@shop.example> a écrit\u00a0:'),
  gmail('es', ES, 'El vie, 27 nov 2026 a las 10:02, The shop (<help@shop.example>) escribió:'),
  gmail('pt', PT, 'Em sex., 27 de nov. de 2026 às 10:02, The shop <help@shop.example>\nescreveu:'),
  gmail('ja', JA, '2026年11月27日(金) 10:02 The shop <help@shop.example>:'),
  gmail('ru', RU, 'пт, 27 нояб. 2026\u202fг. в 10:02, The shop <help@shop.example>:'),
  gmail(
    'ar',
    AR,
    'في الجمعة، 27 نوفمبر 2026 في 10:02 ص تمت كتابة ما يلي بواسطة The shop\n<\u200fhelp@shop.example\u200f>:',
  ),
  gmail('zh', ZH, 'The shop <help@shop.example> 于2026年11月27日周五 10:02写道：'),

  outlook('en', EN, ['From:', 'Sent:', 'To:', 'Subject:']),
  outlook('de', DE, ['Von:', 'Gesendet:', 'An:', 'Betreff:'], 'windows-1252'),
  outlook('fr', FR, ['De&nbsp;:', 'Envoyé&nbsp;:', 'À&nbsp;:', 'Objet&nbsp;:'], 'windows-1252'),
  outlook('es', ES, ['De:', 'Enviado el:', 'Para:', 'Asunto:'], 'iso-8859-1'),
  outlook('pt', PT, ['De:', 'Enviada em:', 'Para:', 'Assunto:']),
  outlook('ru', RU, ['От:', 'Отправлено:', 'Кому:', 'Тема:'], 'koi8-r'),
  outlook('ar', AR, ['من:', 'تاريخ الإرسال:', 'إلى:', 'الموضوع:'], 'windows-1256'),
  outlookWeb(
    'Outlook on the web',
    'en',
    EN,
    'From: The shop <help@shop.example>\nSent: Friday, November 27, 2026 10:02 AM\nTo: Ada <ada@visitor.example>\nSubject: New reply from The shop',
  ),
  outlookWeb(
    'Outlook on the web',
    'ja',
    JA,
    '差出人: The shop <help@shop.example>\n送信日時: 2026年11月27日 10:02\n宛先: Ada <ada@visitor.example>\n件名: New reply from The shop',
    '',
    'shift_jis',
  ),
  outlookWeb(
    'Outlook for iOS',
    'en',
    EN,
    'From: The shop <help@shop.example>\nSent: Friday, November 27, 2026 10:02:11 AM\nTo: ada@visitor.example <ada@visitor.example>\nSubject: New reply from The shop',
    '\nGet Outlook for iOS<https://aka.ms/o0ukef>',
  ),
  outlookWeb(
    'Outlook for Android',
    'es',
    ES,
    'De: The shop <help@shop.example>\nEnviado: viernes, 27 de noviembre de 2026 10:02:11\nPara: ada@visitor.example <ada@visitor.example>\nAsunto: New reply from The shop',
    '\nObtener Outlook para Android<https://aka.ms/AAb9ysg>',
  ),

  apple('en', EN, 'On 27 Nov 2026, at 10:02, The shop <help@shop.example> wrote:'),
  apple('ja', JA, '2026/11/27 10:02、The shop <help@shop.example>のメール:', 'iPhoneから送信'),
  apple(
    'de',
    DE,
    'Am 27.11.2026 um 10:02 schrieb The shop <help@shop.example>:',
    'Von meinem iPhone gesendet',
  ),
  apple('fr', FR, 'Le 27 nov. 2026 à 10:02, The shop <help@shop.example> a écrit :', 'Envoyé de mon iPhone'),
  apple(
    'pt',
    PT,
    'Em 27 de nov. de 2026, à(s) 10:02, The shop <help@shop.example> escreveu:',
    'Enviado do meu iPhone',
  ),
  apple(
    'es',
    ES,
    'El 27 nov 2026, a las 10:02, The shop <help@shop.example> escribió:',
    'Enviado desde mi iPhone',
  ),
  apple(
    'ru',
    RU,
    '27 нояб. 2026 г., в 10:02, The shop <help@shop.example> написал(а):',
    'Отправлено с iPhone',
  ),
  apple(
    'ar',
    AR,
    'في ٢٧ نوفمبر ٢٠٢٦، الساعة ١٠:٠٢ ص، كتب The shop <help@shop.example>:',
    'أُرسلت من الـ iPhone',
  ),

  plain(
    'Thunderbird',
    'en',
    EN,
    `On 11/27/26 10:02, The shop wrote:\n${quoted}\n\n${EN}\n\n-- \nAda Lovelace\nBerlin · +49 30 123456\n`,
  ),
  plain(
    'Thunderbird, between the lines',
    'de',
    'Ja, blau ist gut.\n\nDen Link habe ich nicht gebraucht.\n\nDanke!',
    `Am 27.11.26 um 10:02 schrieb The shop:\n> The shop:\n> We have it in blue.\n\nJa, blau ist gut.\n\n> Open the conversation:\n> ${LINK}\n\nDen Link habe ich nicht gebraucht.\n\n> The link works until December 4, 2026.\n\nDanke!\n\n-- \nAda\n`,
    { charset: 'iso-8859-15', encoding: '8bit' },
  ),
  plain('Thunderbird', 'ru', RU, `27.11.2026 10:02, The shop пишет:\n${quoted}\n\n${RU}\n`, {
    charset: 'windows-1251',
    encoding: '8bit',
  }),
  plain(
    'Thunderbird',
    'fr',
    FR,
    `${FR}\n\n-- \nAda Lovelace\n\nLe 27/11/2026 à 10:02, The shop a écrit :\n${quoted}\n`,
  ),

  plain(
    'Yahoo Mail',
    'en',
    EN,
    ` ${EN.replaceAll('\n', '\n ')}\n\n    On Friday, November 27, 2026 at 10:02:11 AM GMT+1, The shop <help@shop.example> wrote:  \n \n ${OURS.join('\n ')}\n  `,
  ),
  {
    program: 'Yahoo Mail',
    language: 'es',
    text: ES,
    body: {
      html: `<html><head></head><body><div class="ydp5yahoo-style-wrap" style="font-family:Helvetica;">${paragraphs(ES)}</div><div id="yahoo_quoted_1" class="yahoo_quoted"><div><div>En viernes, 27 de noviembre de 2026, 10:02:11 CET, The shop &lt;help@shop.example&gt; escribió:</div><div><br></div>${OUR_HTML}</div></div></body></html>`,
    },
  },
  plain(
    'Samsung Email',
    'en',
    EN,
    `${EN}\n\n\nSent from my Galaxy\n\n-------- Original message --------\nFrom: The shop <help@shop.example>\nDate: 27/11/2026 10:02 (GMT+01:00)\nTo: ada@visitor.example\nSubject: New reply from The shop\n\n${unquoted}\n`,
  ),
  plain(
    'K-9 Mail',
    'de',
    DE,
    `${DE}\n\nAm 27. November 2026 10:02:11 MEZ schrieb The shop <help@shop.example>:\n${OURS.map((line) => `>${line}`).join('\n')}\n\n-- \nDiese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.`,
  ),
  plain(
    'Proton Mail',
    'en',
    EN,
    `${EN}\n\nSent with [Proton Mail](https://proton.me/mail/home) secure email.\n\nOn Friday, November 27th, 2026 at 10:02 AM, The shop <help@shop.example> wrote:\n\n${quoted}\n`,
  ),
  {
    program: 'GMX',
    language: 'de',
    text: DE,
    body: {
      html: `<html><head></head><body><div style="font-family: Verdana;font-size: 12.0px;">${paragraphs(DE)}<div>&nbsp;<div name="quote" style="margin:10px 5px 5px 10px;border-left:2px solid #C3D9E5;"><div style="margin:0 0 10px 0;"><b>Gesendet:</b>&nbsp;Freitag, 27. November 2026 um 10:02 Uhr<br/><b>Von:</b>&nbsp;&quot;The shop&quot; &lt;help@shop.example&gt;<br/><b>An:</b>&nbsp;ada@visitor.example<br/><b>Betreff:</b>&nbsp;New reply</div><div name="quoted-content">${OUR_HTML}</div></div></div></div></body></html>`,
    },
  },
  plain(
    'Mail.ru',
    'ru',
    RU,
    `${RU}\n\n\n--\nAda\n\n> Пятница, 27 ноября 2026, 10:02 +03:00 от The shop <help@shop.example>:\n> \n${quoted}\n`,
    { encoding: 'base64' },
  ),
  {
    program: 'Yandex Mail',
    language: 'ru',
    text: RU,
    body: {
      html: `${paragraphs(RU)}<div><br /></div><div>27.11.2026, 10:02, "The shop" &lt;help@shop.example&gt;:</div><blockquote>${OUR_HTML}</blockquote><div>-- <br />Ada</div>`,
    },
  },
  plain(
    'QQ Mail',
    'zh',
    ZH,
    `${ZH}\n\n\n\n\n------------------ 原始邮件 ------------------\n发件人: "The shop" <help@shop.example>;\n发送时间: 2026年11月27日(星期五) 上午10:02\n收件人: "Ada"<ada@visitor.example>;\n主题: New reply from The shop\n\n${unquoted}\n`,
    { charset: 'gb18030', encoding: 'base64' },
  ),
  plain('a program that quotes nothing', 'en', EN, EN),
];
