/** How mail programs write around a reply, in many languages. All patterns are for one line. */

/** The first line of the header that Outlook and others put above the mail that is answered. */
export const FROM_LINE =
  /^\**(from|von|de|da|van|från|fra|lähettäjä|od|от|від|от кого|kimden|gönderen|από|feladó|из|من|差出人|送信者|发件人|發件人|寄件者|보낸 사람|מאת|จาก|từ|dari|expéditeur|remitente|mittente|afzender)\**\s?[:：]\**\s?\S/iu;

/** Any line of such a header. */
export const HEADER_LINE = /^\**[\p{L}\p{M}][\p{L}\p{M} .'’-]{0,30}\**\s?[:：]\**\s?\S/u;

/** What is written between two rows of dashes above it. */
export const DIVIDER =
  /^[-_*]{2,} ?(original message|original appointment|forwarded message|reply message|ursprüngliche nachricht|originalnachricht|weitergeleitete nachricht|message d['’]origine|message original|message transféré|mensaje original|mensaje reenviado|mensagem original|mensagem encaminhada|messaggio originale|messaggio inoltrato|oorspronkelijk bericht|doorgestuurd bericht|ursprungligt meddelande|oprindelig meddelelse|opprinnelig melding|alkuperäinen viesti|původní zpráva|oryginalna wiadomość|eredeti üzenet|исходное сообщение|пересылаемое сообщение|пересланное сообщение|оригінальне повідомлення|orijinal ileti|αρχικό μήνυμα|الرسالة الأصلية|الرسالة المعاد توجيهها|元のメッセージ|転送メッセージ|原始邮件|原始郵件|转发的邮件|원본 메시지|הודעה מקורית) ?[-_*]{2,}$/iu;

/** The end of the line that says who wrote when. */
export const WROTE =
  /(wrote|writes|schrieb( .{1,200})?|geschrieben|a écrit|escribió|escreveu|ha scritto|scrisse|schreef( .{1,200})?|skrev( .{1,200})?|kirjoitti|napsala?|napísala?|napisał(\(a\)|a)?|pisze|írta|napisao( je)?|написала?|пишет|пише|писал|yazdı|έγραψε|a scris|كتب(ت)?|يكتب|写道|寫道|書きました|のメール|のメッセージ|님이 작성|작성|כתב(ה)?|เขียน(ว่า)?|đã viết|menulis|va escriure)\s?[:：]$/iu;

/** Something that mails are sent from. */
export const DEVICE =
  /iphone|ipad|android|galaxy|samsung|huawei|xiaomi|pixel|outlook|mail|proton|gmx|aol|k-9|spark|thunderbird|blackberry|handy|smartphone|mobil|m[oó]vil|t[eé]l[eé]fon|celular|móvel|telemóvel|tablet|app\b|ger[äa]t|телефон|почт|смартфон|هاتف|جوال|الهاتف|携帯|スマートフォン|手机|手機|휴대/iu;

/** The line that phones and programs add below. It names a device. */
export const SENT_FROM: readonly RegExp[] = [
  /^(sent|get) (from|via|with|using) .{2,60}$/i,
  /^get outlook for .{2,60}$/i,
  /^(yahoo mail|proton ?mail|outlook|gmx|aol).{0,40}(app|android|iphone|ios|mobile)/i,
  /^(von|vom) mein(em|er) .{2,50} gesendet\.?$/i,
  /^(gesendet|geschickt) (von|mit|aus|über|via) .{2,60}$/i,
  /^diese nachricht wurde von .{2,60} gesendet\.?$/i,
  /^outlook für .{2,30} (herunterladen|holen|beziehen)$/i,
  /^holen sie sich outlook für .{2,40}$/i,
  /^envoyé (de|depuis|à partir|avec|via) .{2,60}$/i,
  /^(télécharger|obtenir|obtenez) outlook pour .{2,40}$/i,
  /^enviado (desde|do|da|de|a partir|pelo|con|com|via) .{2,60}$/i,
  /^(obtener|obter|obtenga|descargar|baixar) (el |o )?outlook (para|for) .{2,40}$/i,
  /^inviato (da|dal|con|tramite) .{2,60}$/i,
  /^(verstuurd|verzonden) (vanaf|vanuit|met|via) .{2,60}$/i,
  /^(skickat|sendt|sänt) (från|fra|med) .{2,60}$/i,
  /^lähetetty .{2,60}$/i,
  /^(odesláno|odoslané|wysłane|wysłano) (z|ze|za) .{2,60}$/i,
  /^(отправлено|надіслано|изпратено|послато) (с|со|из|з|от|са) .{2,60}$/i,
  /^(скачать|получить|загрузить) outlook (для|на) .{2,40}$/i,
  /^.{2,40}(dan|den|tan|ten) gönderildi\.?$/i,
  /^(trimis|poslano|küldve|στάλθηκε|elküldve) .{2,60}$/i,
  /^(أُ?رسلت|تم الإرسال|مُ?رسل(ة)?) (من|بواسطة|عبر) .{2,60}$/,
  /^(الحصول على|احصل على) outlook .{2,40}$/i,
  /^.{2,40}から送信$/,
  /^.{0,20}outlook for .{2,20}を(入手|取得)$/i,
  /^(发自|來自|发送自|從|从).{2,40}$/,
  /^(나의 )?.{2,40}에서 보냄$/,
  /^נשלח מ.{2,40}$/,
];
