/**
 * The beginnings of subjects of automatic replies, in Exchange, Outlook and other large programs. A person's reply has
 * the subject of the earlier email.
 */
const BEGINS = [
  'automatic reply|auto(matic)?[- ]?(reply|response|responder)|out of (the )?office( auto ?reply)?|away from (the )?office|vacation (reply|response)|auto',
  'automatische antwort|abwesenheits(notiz|nachricht|meldung|assistent)|abwesend|autoantwort',
  "réponse automatique|absence du bureau|absent(\\(e\\)|e)? du bureau|message d[’']absence",
  'respuesta automática|fuera de (la )?oficina|resposta automática|fora do escritório|ausência temporária|resposta automàtica',
  'risposta automatica|fuori sede|fuori ufficio|automatisch antwoord|afwezigheidsbericht|afwezig',
  'automatiskt? svar|autosvar|frånvaro|fraværende|ikke på kontoret|automaattinen vastaus|poissa',
  'automatická odpověď|automatická odpoveď|mimo kancelář|mimo kancelárie|automatyczna odpowiedź|odpowiedź automatyczna|autoodpowiedź|poza biurem',
  'automatikus válasz|házon kívül|răspuns automat|автоматический ответ|автоответ|автоматична відповідь|автоматичен отговор',
  'αυτόματη απάντηση|otomatik yanıt|automatski odgovor|samodejni odgovor|аутоматски одговор|automatinis atsakymas|automātiska atbilde|automaatvastus',
  'رد تلقائي|پاسخ خودکار|תשובה אוטומטית|自動応答|自動返信|不在通知|自动答复|自动回复|自動回覆|自動回復|자동 회신|부재중',
  'ตอบกลับอัตโนมัติ|การตอบกลับอัตโนมัติ|trả lời tự động|thư trả lời tự động|balasan otomatis|jawaban otomatis|स्वचालित उत्तर',
].join('|');

const ABSENCE = new RegExp(`^\\s*\\[?(?:${BEGINS})\\]?\\s?(?:[:：]|$)`, 'iu');

/** Whether a subject is that of an automatic reply. */
export const saysAbsence = (subject: string): boolean => ABSENCE.test(subject.normalize('NFC'));
