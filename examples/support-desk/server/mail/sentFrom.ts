/* The lines that phones and programs add below an email. Only complete known lines count: people write sentences with
   the same beginning, such as "Sent with the app yesterday, but nothing came". */

const BRANDS =
  'iphone|iphon|ipad|ipod|mac|macbook|apple watch|android|galaxy|samsung|huawei|xiaomi|redmi|poco|oneplus|oppo|vivo|honor|realme|pixel|xperia|sony|htc|nokia|lumia|lg|motorola|moto|fairphone|blackberry|windows phone|kindle|小米|华为|華為|苹果|三星|荣耀|红米';
const KINDS =
  'mobile|mobile device|mobile phone|phone|cell phone|cellphone|smartphone|smart phone|tablet|handheld|wireless device|device|handy|mobilteil|mobiltelefon|mobilgerät|gerät|téléphone|appareil|appareil mobile|portable|teléfono|móvil|celular|dispositivo|dispositivo móvil|teléfono móvil|telemóvel|telefone|dispositivo móvel|telefono|cellulare|dispositivo mobile|telefoon|mobiele telefoon|mobiel|mobil|telefon|enhet|puhelin|puhelimesta|älypuhelimesta|telefonu|mobilu|mobilního telefonu|mobilného telefónu|telefónu|telefonul|telefonom|telefonumdan|telefonomról|телефона|телефон|смартфона|смартфон|мобильного устройства|мобильного телефона|мобильного|мобільного пристрою|мобільного телефону|мобільного|мобилен телефон|κινητό|τηλέφωνο|هاتفي|الهاتف|جوالي|گوشی|הנייד|הטלפון|手机|手機|スマートフォン|携帯電話|携帯|휴대전화|휴대폰|스마트폰|điện thoại|โทรศัพท์|ponsel|hp|फ़ोन';
const PROGRAMS =
  'outlook|gmail|yahoo|yahoo!|aol|proton|protonmail|gmx|web\\.de|zoho|k-9|bluemail|spark|thunderbird|mailspring|canary|airmail|newton|superhuman|shortwave|mymail|mail\\.ru|yandex|yandex\\.mail|fairemail|nine|tuta|tutanota|hey|edison|boxer|workspace one boxer|em client|mailbird|postbox|posteo|fastmail|t-online|freenet|orange|sfr|laposte|laposte\\.net|libero|tiscali|naver|daum|icloud|hotmail|windows|seznam|onet|wp|interia|wp\\.pl|seznam\\.cz|qq邮箱|网易邮箱大师|网易邮箱|新浪邮箱|яндекс\\.почты|яндекс\\.почта|почты mail\\.ru|почта mail\\.ru|네이버 메일|twobird|spike|mimestream|unibox|polymail|blackberry hub';
const MODEL =
  '[a-z]{0,3}\\d{1,4}[a-z+]{0,3}|pro|max|mini|plus|air|ultra|lite|note|fold|flip|se|fe|xs|xr|x|neo|edge|tab|nord|5g|4g|lte|mate|smart|mi';
const SYSTEM = 'windows \\d{1,2}|windows|ios|android|iphone|ipad|macos|mac|mobile|desktop|web';
const FOR =
  'for|on|für|fyrir|darbam ar|auf|con|pour|sur|para|en|per a|per|su|voor|op|för|på|til|dla systemu|dla|na|pro|pre|pentru|za|для|за|на|για|için|עבור|لـ|ل|برای|untuk|cho|สำหรับ|용';

/** A regular expression that tries longer words first. */
const anyOf = (words: string): string =>
  words
    .split('|')
    .sort((a, b) => b.length - a.length)
    .join('|');

const DEVICE = `(?:(?:${anyOf(KINDS)}) )?(?:${anyOf(BRANDS)})(?:[ -]?(?:${anyOf(BRANDS)}|${MODEL}|${anyOf(KINDS)})(?![a-zà-ÿ]))*|(?:android|mobil)?-?(?:${anyOf(KINDS)})`;
const PROGRAM = `(?:${anyOf(PROGRAMS)}|e-?mail|mail|correo)(?: e?-?mail)?(?: mobile)?(?: app)?(?:(?: (?:${FOR}))? ?(?:${SYSTEM}))*(?: mail| app| mobile| client)?`;
/** The name of a device or a program. Some languages add an ending. */
const NAME = new RegExp(
  `(?<![a-zà-ÿа-я])(?:${DEVICE}|${PROGRAM})(?:['’-]?[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}]{1,9})?`,
  'giu',
);

/** The lines, with `@` for the name of a device or a program, `~` also for a word such as phone, and `#` for a program for a system. */
const LINES = [
  'sent (from|via|with|using|through) (the )?@|sent from mail|sent (from|via|on|using) my ~( using @)?|sent from a ~|get (the )?#',
  '(von|vom) (meine[mr]? ~( aus)?( mit @)?|@) gesendet|gesendet (von|mit|aus|über|via) (meine[mr] ~|(der )?@)|diese (nachricht|e-?mail|mail) wurde (von|mit) (meine[mr] ~|@)( mit @)? gesendet|# (herunterladen|holen|beziehen)|holen sie sich #|laden sie # herunter',
  "envoyée? (de|depuis) (mon ~|@)|envoyée? (à partir de|avec|via) (mon ~|@)|envoyée? à partir d[’']un @|envoyée? depuis l[’']application (~ )?@|(télécharge[rz]|obtenir|obtenez) #",
  'enviado (desde|con) (mi ~|(el )?@)|enviado (desde|con|a través de) @|(obtener|obtén|obtenga|descargar|descarga) #',
  'enviad[oa] (do|da|de|pelo|a partir do|através do|com) (o )?(meu ~|@)|enviado a partir do @|(obter|obtenha|baixar|baixe) (o )?#',
  "inviat[oa] (da|dal|dall[’']|con|tramite) ?(mio ~|@)|(scarica|ottieni) #",
  '(verstuurd|verzonden) (vanaf|vanuit|met|via) (mijn ~|@)|(download|haal) #|# downloaden',
  '(skickat|skickades) (från|med) (min ~|@)|(hämta|skaffa) #|sendt (fra|med) (min ~|@)|(hent|få) #',
  'lähetetty @|lähetetty @(lla|llä|sta|stä|ltä|lta)|lähetetty @(ista|sta|illa|lla)?|hanki #',
  'odesláno z(e)? (mého ~|@)|odoslané z(o)? (môjho ~|@)|(získat|stáhnout|získať) #',
  'wysłan[eoay] z(e)? ((mojego |mojej )~|(aplikacji |programu |telefonu )?@)|pobierz #',
  '@ küldve|az én ~( készülékemről)? küldve|@ készülékemről küldve|elküldve( az)?( én)? @|(az )?(ios|android)?(os)? ?@ beszerzése',
  'trimis de pe @|trimis de pe @( meu)?|trimis din @|(obțineți|descărcați) #',
  'изпратено от ((моя |моето )~|@)|изтеглете #',
  '(отправлено|послано) (с|со|из|через) (моего ~|@)|отправлено из (мобильной )?@|(скачать|получить|загрузить) #',
  '(надіслано|відправлено) (з|із|зі) (мого ~|@)|(завантажити|отримати) #',
  '(στάλθηκε|εστάλη) από (το |τη συσκευή )?~( μου)?|αποστολή από (το )?~( μου)?|λήψη (του )?#',
  "@(dan|den|tan|ten)? gönderildi|@[’']?(d|t)[ae]n gönderildi|((ios|android) için )?@( uygulamasını|['’]?[ıiuü])? (edinin|indirin|alın)",
  'poslano (s|sa|iz|z) ((mog |mojega )~|@)|poslato (sa|s|iz) (mog ~|@)|послато са (мог ~|@)|преузмите #|(preuzmite|nabavite|prenesite) #',
  'išsiųsta iš (mano ~|[„“"]?@)[“”"]?|nosūtīts no (mana |manas )?@|saadetud (minu ~|@)|hankige #|iegūt #|sent úr (~|@)|fá #',
  "enviat des (del|de|d[’']) ?(meu )?@|(obteniu|baixa) #",
  '(أُ?رسلت?|تم الإرسال|مُ?رسلة?) (من|بواسطة|عبر) (الـ ?|ال)?@( الخاص بي)?|(الحصول على|احصل على|تنزيل) #',
  '(ارسال شده|فرستاده شده) (از|با) (~ من|@)|از (~ من|@) ارسال شد(ه است)?|دریافت #',
  'נשלח מ(ה)?[-־ ]?(~ שלי|@)|(קבל|השג|הורד) (את )?#',
  '@から送信(されました|しました)?|# ?を(入手|取得|ダウンロード)(する)?',
  '(发自|来自|來自|發自|寄件自|傳送自) ?(我的 ?~|@)|[从從由] ?(我的 ?~|@) ?(发送|發送|傳送|寄出)|(获取|取得|下载|下載) ?#',
  '((나의 |내 )~|@)(에서|으로|로) (보냄|전송됨|발송됨|보냈습니다)|# ?(다운로드|가져오기|받기)',
  '(đã |được )?gửi từ (~ của tôi|@)|(tải|lấy|nhận) #',
  'ส่งจาก ?(~ ?ของฉัน|@)|(รับ|ดาวน์โหลด) ?#',
  '(dikirim|dihantar) dari (~ saya|@)|dapatkan #',
  '(मेरे ~|@) से भेजा गया|(ios|android) के लिए @ प्राप्त करें|@ प्राप्त करें',
  // Of one program or network only.
  'sent via the (samsung )?galaxy[\\w ,+&-]{0,30} (smartphone|device|phone|tablet)|sent from my (verizon|t-mobile|at&t|sprint|telus|rogers|bell|vodafone|o2)( wireless)?( 4g lte)? [\\w-]{2,20}( (smartphone|device|handheld|phone|droid))?|sent (via|from|by|on) (my )?blackberry( smartphone| wireless| device| handheld)*( (from|by|on) [\\w& -]{2,25})?',
  'yahoo mail: search, organi[sz]e, conquer|sent from the all[- ]?new (aol|yahoo) (app|mail)( for (ios|android))?|sent with proton ?mail secure email|sent with tuta; enjoy secure & ad-free emails:?|secured with tuta mail:?',
  "(this (email|message) has been checked for viruses by|diese e-mail wurde von|cet e-?mail a été vérifié par|l[’']absence de virus dans ce courrier électronique a été vérifiée par|este (correo electrónico|e-?mail) ha sido comprobado en busca de virus con|questa e-?mail è stata controllata per individuare virus con) (avast|avg)( antivirus)?( software| geprüft| auf viren geprüft)?|(virus-free|virenfrei|sans virus|libre de virus|livre de vírus|privo di virus|virusvrij|без вирусов|wolny od wirusów)\\.? ?(www\\.)?(avast|avg)\\.com|(www\\.)?(avast|avg)\\.com",
];

const FOR_SYSTEM = new RegExp(` (?:${SYSTEM})`, 'iu');
/** Words that people use too. */
const GENERIC = new RegExp(`^(?:e-?mail|mail|correo|app|${anyOf(KINDS)})$`, 'iu');
const KNOWN = new RegExp(
  `^(?:${LINES.join('|')
    .replaceAll('@', '@#')
    .replace(/@#|~/g, (mark) => (mark === '~' ? '[~@#]' : '[@#]'))})\\s?[.!。।]?$`,
  'iu',
);
/** With an address. */
const LONGEST = 400;

/** A line without the address that a program adds to it, and without marks. */
const withoutLink = (line: string): string =>
  line
    .replace(/[[<(]\s?(https?:|www\.)[^\s\])>]{1,400}\s?[\])>]/g, '')
    .replace(/https?:\/\/\S{1,400}/g, '')
    .replace(/[[\]®™*_]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

const markOf = (name: string): string => (GENERIC.test(name) ? '~' : FOR_SYSTEM.test(name) ? '#' : '@');

/** Whether a line is only an addition by a phone or a program. */
export const isSentFrom = (line: string): boolean => {
  if (line.length > LONGEST) return false;
  const text = withoutLink(line);
  if (/[@#~]/.test(text)) return false;
  return KNOWN.test(text) || KNOWN.test(text.replace(NAME, markOf));
};

/** Whether a line is only an address, possibly that of such a line above. */
export const isLinkAlone = (line: string): boolean => line !== '' && withoutLink(line) === '';
