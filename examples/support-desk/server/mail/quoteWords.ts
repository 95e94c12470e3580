/** What mail programs write above quotes, in many languages. All patterns are for one line. */

/** The field names of an email's header, by meaning. */
const LABELS = {
  from: 'from|von|de|da|van|från|fra|lähettäjä|keneltä|od|odosielateľ|odesílatel|nadawca|от|от кого|від|від кого|од|шаље|šalje|pošiljatelj|kimden|gönderen|από|feladó|küldő|de la|nuo|no|saatja|kellelt|из|من|از|מאת|差出人|送信者|发件人|發件人|寄件者|寄件人|보낸 사람|보낸사람|จาก|từ|người gửi|dari|daripada|pengirim|frá|प्रेषक|से|expéditeur|remitente|remetente|mittente|afzender|absender|avsändare|afsender|avsender',
  sent: 'sent|date|gesendet|gesendet am|datum|envoyé|envoyé le|envoyée|enviado|enviado el|enviado em|enviada em|enviada|fecha|data|inviato|inviato il|verzonden|verzonden op|skickat|skickades|sendt|dato|lähetetty|päivämäärä|päiväys|pvm|odesláno|odoslané|poslané|dátum|wysłano|wysłane|wysłany|elküldve|küldve|trimis|trimis pe|изпратено|дата|отправлено|надіслано|στάλθηκε|εστάλη|ημερομηνία|dihantar|gönderildi|gönderme tarihi|tarih|poslano|poslato|послато|датум|išsiųsta|nosūtīts|datums|saadetud|kuupäev|enviat|تاريخ الإرسال|التاريخ|تم الإرسال|تاریخ|ارسال|ارسال شده|נשלח|תאריך|送信日時|日付|日時|送信|发送时间|发送日期|日期|时间|傳送時間|寄件日期|寄送日期|時間|보낸 날짜|보낸날짜|날짜|ส่ง|ส่งเมื่อ|วันที่|đã gửi|ngày|gửi|dikirim|terkirim|tanggal|भेजा गया|दिनांक|तारीख',
  to: 'to|an|à|a|para|per a|aan|till|til|vastaanottaja|kenelle|komu|adresát|do|címzett|către|catre|до|кому|προς|kime|alıcı|za|за|prima|прима|kam|adressaat|kellele|إلى|به|אל|宛先|收件人|收件者|받는 사람|받는사람|ถึง|đến|tới|người nhận|kepada|ke|प्रति|को|destinataire|destinatario|destinatário|ontvanger|empfänger|mottagare|modtager|mottaker|odbiorca',
  subject:
    'subject|betreff|objet|sujet|asunto|assunto|oggetto|onderwerp|ämne|emne|aihe|předmět|predmet|temat|tárgy|subiect|относно|тема|предмет|наслов|naslov|θέμα|konu|zadeva|tēma|temats|teema|assumpte|tema|الموضوع|موضوع|נושא|件名|主题|主旨|主題|제목|เรื่อง|หัวข้อ|chủ đề|tiêu đề|subjek|perihal|efni|विषय',
  other:
    'cc|bcc|cco|cci|kopie|kopia|kopi|kopio|kópia|kópie|dw|copie à|copia|копия|копія|κοιν|bilgi|نسخة|עותק|抄送|副本|참조|reply-to|antwort an|répondre à|responder a|importance|priority|sensitivity|attachments|anlagen|sender',
};

export type Label = keyof typeof LABELS;

const ROLES = Object.entries(LABELS).map(
  ([role, words]) => [role as Label, new Set(words.split('|'))] as const,
);
const FOUND = /^[*|\s]{0,4}([\p{L}\p{M}][\p{L}\p{M} .'’-]{0,24}?)\s?[*|]{0,2}\s?[:：|][*\s]{0,3}(.*)$/u;

/** The field of a line, if it belongs to an email's header. */
export const labelOf = (line: string): { roles: readonly Label[]; value: string } | undefined => {
  const [, name = '', value = ''] = FOUND.exec(line) ?? [];
  const plain = name.toLowerCase().normalize('NFC').trim();
  const roles = ROLES.filter(([, words]) => words.has(plain)).map(([role]) => role);
  return roles.length > 0 ? { roles, value } : undefined;
};

/** Whether a line begins like a header field, without a colon. */
export const beginsAsLabel = (line: string): boolean => {
  const [word = ''] = line.toLowerCase().split(/\s/);
  return ROLES.some(([, words]) => words.has(word));
};

const ORIGINAL = [
  'original|original message|original appointment|mail original|původní e-mail|оригинално писмо|original e-?mail|reply message|forwarded message|forwarded e-?mail|forwarded by .{1,80}',
  'ursprüngliche nachricht|originalnachricht|original-nachricht|weitergeleitete nachricht|weitergeleitete mail',
  "message d['’]origine|message original|message initial|message transféré|courriel original|message transmis",
  'mensaje original|mensaje reenviado|mensaje de origen|mensagem original|mensagem encaminhada|mensagem reencaminhada',
  'messaggio originale|messaggio inoltrato|oorspronkelijk bericht|origineel bericht|doorgestuurd bericht',
  'ursprungligt meddelande|originalmeddelande|vidarebefordrat meddelande|oprindelig meddelelse|original meddelelse|videresendt meddelelse|opprinnelig melding|videresendt melding',
  'alkuperäinen viesti|välitetty viesti|původní zpráva|přeposlaná zpráva|pôvodná správa|preposlaná správa',
  'oryginalna wiadomość|wiadomość oryginalna|wiadomość przekazana|eredeti üzenet|továbbított üzenet|mesaj original|mesaj redirecționat',
  'исходное сообщение|пересылаемое сообщение|пересланное сообщение|оригінальне повідомлення|початкове повідомлення|переслане повідомлення|оригинално съобщение|препратено съобщение',
  'orijinal ileti|orijinal mesaj|yönlendirilmiş ileti|iletilen mesaj|αρχικό μήνυμα|προωθημένο μήνυμα|izvorna poruka|originalna poruka|изворна порука|оригинална порука|izvirno sporočilo',
  'pirminis laiškas|sākotnējā ziņa|algne sõnum|missatge original|missatge reenviat',
  'الرسالة الأصلية|الرسالة المعاد توجيهها|رسالة معاد توجيهها|پیام اصلی|هודעה מקורית|הודעה מקורית|הודעה שהועברה',
  '元のメッセージ|転送メッセージ|転送されたメッセージ|原始邮件|原始郵件|原邮件|回复的原邮件|转发的邮件|轉寄郵件|轉寄的郵件|원본 메시지|원본 메일|전달된 메시지|전달된 메일',
  'ข้อความต้นฉบับ|ข้อความที่ส่งต่อ|thư gốc|tin nhắn gốc|thư được chuyển tiếp|pesan asli|mesej asal|upprunaleg skilaboð|pesan terusan|मूल संदेश|अग्रेषित संदेश',
].join('|');

/** What is written between two rows of characters above an answered or forwarded email. */
export const DIVIDER = new RegExp(`^[-_=*]{2,} ?(${ORIGINAL}) ?:? ?[-_=*]{2,}$`, 'iu');

/** Apple Mail's line above the header of a forwarded email. */
export const FORWARDED =
  /^(begin forwarded message|anfang der weitergeleiteten nachricht|début du message (réexpédié|transféré)|inicio del mensaje reenviado|inizio messaggio inoltrato|início da mensagem (re)?encaminhada|begin doorgestuurd bericht|vidarebefordrat brev|start på videresendt besked|videresendt melding|välitetty viesti alkaa|начало переадресованного сообщения|początek przekazywanej wiadomości|以下是转发的邮件|以下是轉寄的郵件|転送されたメッセージ|전달된 메시지)\s?[:：]$/iu;

/** What ticket systems write between new and old content. */
export const REPLY_ABOVE =
  /^[-#=*_\s]{2,}(please )?((type|write|enter) your )?(reply|respond|answer) (above|over) this line[-#=*_\s.]{0,12}$|^[-#=*_\s]{2,}.{0,60}(oberhalb|über) dieser (zeile|linie).{0,20}[-#=*_]{2,}$|^[-#=*_\s]{2,}.{0,30}au-dessus de cette ligne.{0,20}[-#=*_]{2,}$|^[-#=*_\s]{2,}.{0,40}(encima|arriba) de esta línea.{0,20}[-#=*_]{2,}$|^[-#=*_\s]{2,}.{0,30}(boven|ovanför|acima) .{4,20}(regel|rad|linha).{0,20}[-#=*_]{2,}$/iu;

/** The words of an attribution, the line with author and date. */
const WROTE_WORDS =
  'wrote|writes|schrieb|schreibt|geschrieben|a écrit|écrit|escribió|escribio|escreveu|ha scritto|scrisse|scriveva|schreef|geschreven|skrev|skriver|skrifaði|kirjoitti|napsala?|napsal\\(a\\)|napísala?|napísal\\(a\\)|napisał\\(a\\)|napisała?|pisze|írta|írta ezt|napisao|napisala|napisao\\(la\\)|je napisao|je napisala|napisao je|parašė|rašė|rakstīja|kirjutas|написала?|написал\\(а\\)|написа|пишет|пише|писал|писала|напісаў|yazdı|yazmış|έγραψε|a scris|كتب|كتبت|يكتب|تمت كتابة|نوشت|写道|寫道|写|書きました|書き込み|のメール|のメッセージ|님이 작성|님이 씀|작성|쓴 글|כתבה?|เขียน|เขียนว่า|đã viết|viết|menulis|va escriure|ha escrit|ने लिखा|लिखा';

/** Whether a line has a word of an attribution. */
export const WROTE = new RegExp(
  `(?<![\\p{L}\\p{M}])(${WROTE_WORDS})(?![\\p{L}\\p{M}])|写道|寫道|のメール|님이|เขียน`,
  'iu',
);

/** Whether a text ends with one. */
export const WROTE_LAST = new RegExp(`(${WROTE_WORDS})$`, 'iu');

/** Whether a line ends with one, or with one and a name. */
export const ENDS_WROTE = new RegExp(
  `((${WROTE_WORDS})|(?<!\\p{L})(schrieb|schreef|skrev|kirjutas|כתב|كتب) .{1,200}|ezt írta .{0,60}|je oseba .{1,80})\\s?[:：]$`,
  'iu',
);

/** The words that an attribution begins with, if not with a date or a name. */
export const WHEN =
  /^(on|at|am|þann|le|el|em|il|il giorno|op|den|d\.|w dniu|dnia|dne|dňa|v|в|на|у|u|dana|στις|την|pada|pada tanggal|vào|lúc|ngày|ในวันที่|เมื่อ|วันที่|في|بتاريخ|در|در تاریخ|בתאריך|ב-?|à|la|la data de|în|in data|data|kuupäev|missatge de|mensaje de|messaggio del|在)\s/iu;
