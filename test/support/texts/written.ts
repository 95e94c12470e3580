import fc from 'fast-check';

/** What people write with signs that mean themselves, for anywhere in a line. */
export const WHOLE: Record<string, readonly string[]> = {
  words: [
    'shirt',
    'Straße',
    'été',
    'цена',
    'τιμή',
    '尺寸',
    '価格は',
    '가격',
    'मूल्य',
    'ราคา',
    'السعر',
    'מחיר',
    '👍🏽',
  ],
  sizes: ['120*60*75', '120*60*75cm', '3,5*2,5', '10×15', 'L*W*H', '长*宽*高', '2**3**4', 'A4*2'],
  sums: [
    '2*3*4=24',
    '(2+3)*(4+5)',
    '5 * 6',
    '2 *3* 4',
    '7_000_000',
    '50%*3',
    '-5',
    '±3',
    '1~2',
    '~5',
    '5€*3',
    '$5*2',
  ],
  dials: ['*100#', '*#06#', '*#*#4636#*#*', '**21*0301234567#', '##002#', '*100#,*101#', '#31#'],
  keys: [
    '__init__',
    'snake_case',
    'user._id',
    '$_GET',
    'MAX_SIZE',
    '__proto__',
    'a__b__c',
    '--dry-run',
    '#id',
    '@_ada_1',
  ],
  files: [
    'report_final_v2*.pdf',
    '*.pdf,*.doc',
    '_final_.pdf',
    'src/**/test/**',
    '**/*.ts,**/*.js',
    'a/*b*/c',
    '~/x_y',
  ],
  paths: [
    'C:\\_old_\\*.txt',
    'C:\\temp\\',
    '\\\\server\\_share_\\x',
    'D:\\*alt*\\neu',
    '\\d+\\.\\d*',
    'C:\\`a`\\',
  ],
  faces: [
    '¯\\_(ツ)_/¯',
    '\\_o_/',
    '^_^',
    '(*_*)',
    '-_-',
    '*o*',
    '>_<',
    'T_T',
    '(*^_^*)',
    '(´ω`)',
    ':*',
    'm(_ _)m',
  ],
  code: [
    'f(*args, **kw)',
    'int **p',
    'a[i](x)',
    '/*note*/',
    '/** x */',
    'x = a*b*c;',
    'if(a&&*p)',
    '"*report*"',
    'don`t',
  ],
  prices: ['5 €*', '6,50*', '(7 €)*,', '£3*;', '*) incl. VAT', '1.000,00', '#1', 'No. 5', '50%'],
  passwords: [
    'ab*****',
    '****1234',
    '***-**-6789',
    'p*ss*word',
    '**** **** 4242',
    'XX__XX',
    '_____',
    '~~~~',
    '``````',
  ],
  lines: ['---', '***', '___', '--', '—', '====', '~~~', '"""'],
  brackets: [
    '[x]',
    '[ ]',
    '(a)',
    '{b}',
    '[a] (b)',
    '[1](2)',
    '<b>',
    '<a@b.example>',
    'a[0][1]',
    '![x]',
    '[x](javascript:y)',
  ],
  math: ['x_1', 'x^2', 'a*x^2+b*x', '2^{10}', 'f*g', '|x|', 'a\\b', '\\alpha_i', '√2', '5!', '$x_1$'],
  addresses: [
    'https://a.example/?filter=*&sort=*',
    'https://a.example/_x_/~b_',
    'https://a.example/a*b*c_(d)',
    'www.a.example/?q=_*',
    'https://a.example/#!',
    'a_b_c@a.example',
    'https://a.example/{id}',
    'https://a.example/?ids[]',
  ],
};

/** Lines that begin with a sign that means itself, each once in a text. */
const LINES = [
  '# of items: 5',
  '#5 is best',
  '- 20 € voucher',
  '- 5 € less',
  '+ 5 € shipping',
  '= 85 €',
  '-- Ben',
  '- Ada',
  '* incl. VAT',
  '** without shipping',
  '> open the app',
  '*inkl. MwSt.',
  '* * *',
  '- - -',
  'Hats 7 €**',
  '100. Geburtstag',
  '01. Mai',
  '1) one',
  '2) two',
  '~~~~~~~~~~~~',
  '************',
  '   *   ',
  '  *o*  ',
  ' **o** ',
  '***o***',
  '  /\\_/\\  ',
  ' ( o.o ) ',
  '  > ^ <  ',
  ' |_|  |_| ',
  "`-'  `-'",
  '    indented',
  '\ttab',
  '```',
  '####',
  '5. five\n3. three',
  '``````\nx\n``````',
  '~~~\nx\n~~~',
];

const BETWEEN = [' ', ' ', ' ', ', ', '. ', ' – ', ': ', ' / '];

const joined = (parts: readonly (readonly [string, string])[]): string =>
  parts.map(([part, after], i) => (i + 1 < parts.length ? part + after : part)).join('');

const lineOf = (pieces: readonly string[]) =>
  fc
    .array(fc.tuple(fc.constantFrom(...pieces), fc.constantFrom(...BETWEEN)), { minLength: 1, maxLength: 4 })
    .map(joined);

const textOf = (pieces: readonly string[], own: readonly string[]) =>
  fc
    .tuple(
      fc.array(lineOf(pieces), { minLength: 1, maxLength: 3 }),
      fc.shuffledSubarray([...own], { maxLength: 2 }),
      fc.constantFrom('\n', '\n', '\n\n', '\r\n', '\n\n\n'),
    )
    .map(([lines, alone, end]) => [...lines, ...alone].join(end));

const pieces = Object.values(WHOLE).flat();

/** Texts in which no sign is markup. */
export const wholeTexts = textOf(pieces, LINES);

/** Complete marks, and what is read of them. */
export const MARKS: readonly [written: string, read: string][] = [
  ['**now**', 'now'],
  ['**5 €**', '5 €'],
  ['*right now*', 'right now'],
  ['_soon_', 'soon'],
  ['***both***', 'both'],
  ['`npm start`', 'npm start'],
  ['**a _b c_**', 'a b c'],
  ['**重点**', '重点'],
  ['\\*no mark\\*', '*no mark*'],
  ['\\**nor this**', '**nor this**'],
  ['\\_nor\\_', '_nor_'],
];

/** Texts in which some signs may be markup, in any way that such pieces can meet. */
export const mixedTexts = textOf(
  [...pieces, ...MARKS.map(([written]) => written)],
  [...LINES, '- one', '- two', '## Title'],
);
