/** How people and programs write in a language. `{n}` is the desk's name and `{a}` its address. */
export type Language = {
  code: string;
  /** What people answer. */
  replies: readonly [short: string, long: string];
  /** What an agent of the desk has written. */
  answer: string;
  /** The line above a quote, of Gmail, of Mail of Apple, and of Thunderbird. */
  gmail: string;
  apple: string;
  bird: string;
  /** The labels of a header: from, sent, to, subject; the colon is part of them. */
  labels: readonly [from: string, sent: string, to: string, subject: string];
  original: string;
  /** The lines that an iPhone, a Samsung and Outlook on a phone add. */
  phones: readonly string[];
};

/** Written for these tests: sentences by hand, the rest in the manner of the programs. */
export const LANGUAGES: readonly Language[] = [
  {
    code: 'en',
    replies: [
      'Yes please, the blue one.',
      'Hi Ben,\n\nthank you for the quick answer. On Monday I am not at home, so Tuesday would be better.\nIs that possible?\n\nBest regards\nAda',
    ],
    answer: 'Good morning! We have the lamp in blue and in green. Which one shall we put aside for you?',
    gmail: 'On Fri, Nov 27, 2026 at 10:02\u202fAM {n} <{a}> wrote:',
    apple: 'On Nov 27, 2026, at 10:02\u202fAM, {n} <{a}> wrote:',
    bird: 'On 11/27/26 10:02, {n} wrote:',
    labels: ['From:', 'Sent:', 'To:', 'Subject:'],
    original: 'Original message',
    phones: ['Sent from my iPhone', 'Sent from my Galaxy', 'Get Outlook for iOS<https://aka.ms/o0ukef>'],
  },
  {
    code: 'de',
    replies: [
      'Ja, bitte die blaue.',
      'Hallo Ben,\n\ndanke für die schnelle Antwort! Am Montag bin ich nicht da, Dienstag ginge aber.\nKlappt das?\n\nViele Grüße\nAda',
    ],
    answer: 'Guten Morgen! Die Lampe haben wir in Blau und in Grün. Welche sollen wir für Sie zurücklegen?',
    gmail: 'Am Fr., 27. Nov. 2026 um 10:02 Uhr schrieb {n} <{a}>:',
    apple: 'Am 27.11.2026 um 10:02 schrieb {n} <{a}>:',
    bird: 'Am 27.11.26 um 10:02 schrieb {n}:',
    labels: ['Von:', 'Gesendet:', 'An:', 'Betreff:'],
    original: 'Ursprüngliche Nachricht',
    phones: [
      'Von meinem iPhone gesendet',
      'Von meinem Galaxy gesendet',
      'Outlook für iOS beziehen<https://aka.ms/o0ukef>',
    ],
  },
  {
    code: 'fr',
    replies: [
      'Oui, la bleue s’il vous plaît.',
      'Bonjour Ben,\n\nmerci pour votre réponse. Le lundi je ne suis pas chez moi, mardi serait mieux.\nEst-ce possible ?\n\nBien à vous\nAda',
    ],
    answer:
      'Bonjour ! Nous avons la lampe en bleu et en vert. Laquelle devons-nous mettre de côté pour vous ?',
    gmail: 'Le ven. 27 nov. 2026 à 10:02, {n} <{a}> a écrit\u00a0:',
    apple: 'Le 27 nov. 2026 à 10:02, {n} <{a}> a écrit :',
    bird: 'Le 27/11/2026 à 10:02, {n} a écrit :',
    labels: ['De :', 'Envoyé :', 'À :', 'Objet :'],
    original: "Message d'origine",
    phones: [
      'Envoyé de mon iPhone',
      'Envoyé depuis mon appareil Galaxy',
      'Télécharger Outlook pour iOS<https://aka.ms/o0ukef>',
    ],
  },
  {
    code: 'es',
    replies: [
      'Sí, la azul, por favor.',
      'Hola, Ben:\n\ngracias por la respuesta. El lunes no estoy en casa, mejor el martes.\n¿Es posible?\n\nUn saludo\nAda',
    ],
    answer: '¡Buenos días! Tenemos la lámpara en azul y en verde. ¿Cuál le apartamos?',
    gmail: 'El vie, 27 nov 2026 a las 10:02, {n} (<{a}>) escribió:',
    apple: 'El 27 nov 2026, a las 10:02, {n} <{a}> escribió:',
    bird: 'El 27/11/26 a las 10:02, {n} escribió:',
    labels: ['De:', 'Enviado el:', 'Para:', 'Asunto:'],
    original: 'Mensaje original',
    phones: [
      'Enviado desde mi iPhone',
      'Enviado desde mi Galaxy',
      'Obtener Outlook para iOS<https://aka.ms/o0ukef>',
    ],
  },
  {
    code: 'pt',
    replies: [
      'Sim, a azul, por favor.',
      'Olá Ben,\n\nobrigada pela resposta. Em casa só estou na terça, segunda não dá.\nPode ser?\n\nAbraço\nAda',
    ],
    answer: 'Bom dia! Temos a lâmpada em azul e em verde. Qual delas reservamos para si?',
    gmail: 'Em sex., 27 de nov. de 2026 às 10:02, {n} <{a}> escreveu:',
    apple: 'Em 27 de nov. de 2026, à(s) 10:02, {n} <{a}> escreveu:',
    bird: 'Em 27/11/2026 10:02, {n} escreveu:',
    labels: ['De:', 'Enviado:', 'Para:', 'Assunto:'],
    original: 'Mensagem original',
    phones: [
      'Enviado do meu iPhone',
      'Enviado do meu Galaxy',
      'Obter o Outlook para iOS<https://aka.ms/o0ukef>',
    ],
  },
  {
    code: 'it',
    replies: [
      'Sì, quella blu, grazie.',
      'Ciao Ben,\n\ngrazie della risposta. Il lunedì non sono a casa, meglio martedì.\nÈ possibile?\n\nUn saluto\nAda',
    ],
    answer: 'Buongiorno! La lampada c’è in blu e in verde. Quale le mettiamo da parte?',
    gmail: 'Il giorno ven 27 nov 2026 alle ore 10:02 {n} <{a}> ha scritto:',
    apple: 'Il giorno 27 nov 2026, alle ore 10:02, {n} <{a}> ha scritto:',
    bird: 'Il 27/11/2026 10:02, {n} ha scritto:',
    labels: ['Da:', 'Inviato:', 'A:', 'Oggetto:'],
    original: 'Messaggio originale',
    phones: ['Inviato da iPhone', 'Inviato dal mio Galaxy', 'Scarica Outlook per iOS<https://aka.ms/o0ukef>'],
  },
  {
    code: 'nl',
    replies: [
      'Ja graag, de blauwe.',
      'Dag Ben,\n\nbedankt voor het snelle antwoord. Op maandag ben ik er niet, dinsdag wel.\nKan dat?\n\nGroeten\nAda',
    ],
    answer: 'Goedemorgen! De lamp hebben we in blauw en in groen. Welke zullen we voor u apart houden?',
    gmail: 'Op vr 27 nov 2026 om 10:02 schreef {n} <{a}>:',
    apple: 'Op 27 nov 2026, om 10:02 heeft {n} <{a}> het volgende geschreven:',
    bird: 'Op 27-11-2026 om 10:02 schreef {n}:',
    labels: ['Van:', 'Verzonden:', 'Aan:', 'Onderwerp:'],
    original: 'Oorspronkelijk bericht',
    phones: [
      'Verstuurd vanaf mijn iPhone',
      'Verzonden vanaf mijn Galaxy',
      'Outlook voor iOS downloaden<https://aka.ms/o0ukef>',
    ],
  },
  {
    code: 'sv',
    replies: [
      'Ja tack, den blå.',
      'Hej Ben,\n\ntack för svaret. På måndag är jag borta, så tisdag är bättre.\nGår det?\n\nHälsningar\nAda',
    ],
    answer: 'God morgon! Lampan finns i blått och grönt. Vilken ska vi lägga undan åt dig?',
    gmail: 'Den fre 27 nov. 2026 kl 10:02 skrev {n} <{a}>:',
    apple: '27 nov. 2026 kl. 10:02 skrev {n} <{a}>:',
    bird: 'Den 2026-11-27 kl. 10:02, skrev {n}:',
    labels: ['Från:', 'Skickat:', 'Till:', 'Ämne:'],
    original: 'Ursprungligt meddelande',
    phones: [
      'Skickat från min iPhone',
      'Skickat från min Galaxy',
      'Hämta Outlook för iOS<https://aka.ms/o0ukef>',
    ],
  },
  {
    code: 'da',
    replies: [
      'Ja tak, den blå.',
      'Hej Ben,\n\ntak for svaret. På mandag er jeg ikke hjemme, så tirsdag passer bedre.\nGår det an?\n\nHilsen\nAda',
    ],
    answer: 'Godmorgen! Vi har lampen i blå og i grøn. Hvilken skal vi lægge til side til dig?',
    gmail: 'Den fre. 27. nov. 2026 kl. 10.02 skrev {n} <{a}>:',
    apple: 'Den 27. nov. 2026 kl. 10.02 skrev {n} <{a}>:',
    bird: 'Den 27.11.2026 kl. 10.02 skrev {n}:',
    labels: ['Fra:', 'Sendt:', 'Til:', 'Emne:'],
    original: 'Oprindelig meddelelse',
    phones: ['Sendt fra min iPhone', 'Sendt fra min Galaxy', 'Hent Outlook til iOS<https://aka.ms/o0ukef>'],
  },
  {
    code: 'no',
    replies: [
      'Ja takk, den blå.',
      'Hei Ben,\n\ntakk for raskt svar. På mandag er jeg ikke hjemme, tirsdag passer bedre.\nGår det?\n\nHilsen\nAda',
    ],
    answer: 'God morgen! Vi har lampen i blått og grønt. Hvilken skal vi legge til side for deg?',
    gmail: 'fre. 27. nov. 2026 kl. 10:02 skrev {n} <{a}>:',
    apple: '27. nov. 2026 kl. 10:02 skrev {n} <{a}>:',
    bird: 'Den 27.11.2026 10:02, skrev {n}:',
    labels: ['Fra:', 'Sendt:', 'Til:', 'Emne:'],
    original: 'Opprinnelig melding',
    phones: ['Sendt fra min iPhone', 'Sendt fra min Samsung', 'Få Outlook for iOS<https://aka.ms/o0ukef>'],
  },
  {
    code: 'fi',
    replies: [
      'Kyllä kiitos, sininen.',
      'Hei Ben,\n\nkiitos vastauksesta. Maanantaina en ole kotona, tiistai sopisi paremmin.\nOnnistuuko?\n\nTerveisin\nAda',
    ],
    answer: 'Hyvää huomenta! Lamppua on sinisenä ja vihreänä. Kumman laitamme teille sivuun?',
    gmail: 'pe 27. marrask. 2026 klo 10.02 {n} ({a}) kirjoitti:',
    apple: '{n} <{a}> kirjoitti 27.11.2026 kello 10.02:',
    bird: '27.11.2026 10.02, {n} kirjoitti:',
    labels: ['Lähettäjä:', 'Lähetetty:', 'Vastaanottaja:', 'Aihe:'],
    original: 'Alkuperäinen viesti',
    phones: ['Lähetetty iPhonesta', 'Lähetetty Galaxysta', 'Hanki Outlook for iOS<https://aka.ms/o0ukef>'],
  },
  {
    code: 'cs',
    replies: [
      'Ano, prosím tu modrou.',
      'Dobrý den,\n\nděkuji za odpověď. V pondělí nejsem doma, lepší by bylo úterý.\nJde to?\n\nS pozdravem\nAda',
    ],
    answer: 'Dobré ráno! Lampu máme modrou a zelenou. Kterou vám máme odložit?',
    gmail: 'pá 27. 11. 2026 v 10:02 odesílatel {n} <{a}> napsal:',
    apple: '27. 11. 2026 v 10:02, {n} <{a}>:',
    bird: 'Dne 27. 11. 26 v 10:02 {n} napsal(a):',
    labels: ['Od:', 'Odesláno:', 'Komu:', 'Předmět:'],
    original: 'Původní zpráva',
    phones: [
      'Odesláno z iPhonu',
      'Odesláno z mého telefonu Galaxy',
      'Získat Outlook pro iOS<https://aka.ms/o0ukef>',
    ],
  },
  {
    code: 'sk',
    replies: [
      'Áno, prosím tú modrú.',
      'Dobrý deň,\n\nďakujem za odpoveď. V pondelok nie som doma, lepší by bol utorok.\nDá sa to?\n\nS pozdravom\nAda',
    ],
    answer: 'Dobré ráno! Lampu máme modrú a zelenú. Ktorú vám máme odložiť?',
    gmail: 'pi 27. 11. 2026 o 10:02 {n} <{a}> napísal(a):',
    apple: 'Dňa 27. 11. 2026 o 10:02 používateľ {n} <{a}> napísal:',
    bird: 'Dňa 27. 11. 2026 o 10:02 {n} napísal(a):',
    labels: ['Od:', 'Odoslané:', 'Komu:', 'Predmet:'],
    original: 'Pôvodná správa',
    phones: [
      'Odoslané z iPhonu',
      'Odoslané z môjho telefónu Galaxy',
      'Získať Outlook pre iOS<https://aka.ms/o0ukef>',
    ],
  },
  {
    code: 'pl',
    replies: [
      'Tak, poproszę niebieską.',
      'Dzień dobry,\n\ndziękuję za szybką odpowiedź. W poniedziałek mnie nie ma, wolę wtorek.\nCzy tak można?\n\nPozdrawiam\nAda',
    ],
    answer: 'Dzień dobry! Lampę mamy w kolorze niebieskim i zielonym. Którą mamy odłożyć?',
    gmail: 'pt., 27 lis 2026 o 10:02 {n} <{a}> napisał(a):',
    apple: 'Wiadomość napisana przez {n} <{a}> w dniu 27 lis 2026, o godz. 10:02:',
    bird: 'W dniu 27.11.2026 o 10:02, {n} pisze:',
    labels: ['Od:', 'Wysłano:', 'Do:', 'Temat:'],
    original: 'Wiadomość oryginalna',
    phones: [
      'Wysłane z iPhone’a',
      'Wysłano z telefonu Galaxy',
      'Pobierz Outlook dla systemu iOS<https://aka.ms/o0ukef>',
    ],
  },
  {
    code: 'hu',
    replies: [
      'Igen, a kéket kérem.',
      'Jó napot!\n\nKöszönöm a gyors választ. Hétfőn nem vagyok otthon, a kedd jobb lenne.\nLehetséges?\n\nÜdvözlettel\nAda',
    ],
    answer: 'Jó reggelt! A lámpa kék és zöld színben van. Melyiket tegyük félre önnek?',
    gmail: '{n} <{a}> ezt írta (időpont: 2026. nov. 27., P, 10:02):',
    apple: '2026. nov. 27. dátummal, 10:02 időpontban {n} <{a}> írta:',
    bird: '2026. 11. 27. 10:02 keltezéssel, {n} írta:',
    labels: ['Feladó:', 'Elküldve:', 'Címzett:', 'Tárgy:'],
    original: 'Eredeti üzenet',
    phones: [
      'Az én iPhone készülékemről küldve',
      'Galaxy telefonomról küldve',
      'Az iOS Outlook beszerzése<https://aka.ms/o0ukef>',
    ],
  },
  {
    code: 'ro',
    replies: [
      'Da, cea albastră, vă rog.',
      'Bună ziua,\n\nmulțumesc pentru răspuns. Luni nu sunt acasă, mai bine marți.\nSe poate?\n\nCu stimă\nAda',
    ],
    answer: 'Bună dimineața! Lampa este pe albastru și pe verde. Pe care să o păstrăm?',
    gmail: 'În vin., 27 nov. 2026 la 10:02, {n} <{a}> a scris:',
    apple: 'Pe 27 nov. 2026, la 10:02, {n} <{a}> a scris:',
    bird: 'La 27.11.2026 10:02, {n} a scris:',
    labels: ['De la:', 'Trimis:', 'Către:', 'Subiect:'],
    original: 'Mesaj original',
    phones: [
      'Trimis de pe iPhone',
      'Trimis de pe telefonul Galaxy',
      'Descărcați Outlook pentru iOS<https://aka.ms/o0ukef>',
    ],
  },
];
