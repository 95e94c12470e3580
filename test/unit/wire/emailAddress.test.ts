import { describe, expect, it } from 'vitest';
import { answerForm } from '../../../examples/support-desk/server/domain/messages/forms';
import { formSteps } from '../../../src/messageKinds/form/decode';
import { answerOf, fieldProblem } from '../../../src/messageKinds/form/formRules';
import { foldEmail, isEmail } from '../../../src/wire/emailAddress';

const fields = [{ type: 'email', name: 'mail', label: 'Email' }];

/** The address that a form's answer has in the window; undefined if the window refuses it. */
const inWindow = (typed: string) => {
  const [field] = formSteps(fields);
  if (!field) throw new Error('no field');
  return fieldProblem(field, typed) ? undefined : (answerOf(field, typed) as { email?: string }).email;
};

/** The same at the desk, for what a client sends that does not check it. */
const atDesk = (sent: string) => {
  try {
    return answerForm({ fields }, [{ type: 'email', name: 'mail', value: sent }]).fields[0]?.email;
  } catch {
    return undefined;
  }
};

describe('an email address', () => {
  it.each([
    ['mara@boats.example', 'mara@boats.example'],
    [' mara@boats.example\n', 'mara@boats.example'],
    ["o'brien+tag=1_x%y@mail.boats.co.uk", "o'brien+tag=1_x%y@mail.boats.co.uk"],
    ['mara@bücher.example', 'mara@bücher.example'],
    ['用户@例子.中国', '用户@例子.中国'],
    ['mara@xn--bcher-kva.example', 'mara@xn--bcher-kva.example'],
    ['ｍａｒａ＠ｂｏａｔｓ．ｅｘａｍｐｌｅ', 'mara@boats.example'],
    ['mara＠boats.example', 'mara@boats.example'],
    ['mara@boats。example', 'mara@boats.example'],
    ['mara@boats｡co｡jp', 'mara@boats.co.jp'],
    ['ｍａｒａ＿１＠boats．co.jp', 'mara_1@boats.co.jp'],
    ['　mara@boats.example　', 'mara@boats.example'],
    ['\u200bmara@boats.example\u200b', 'mara@boats.example'],
    ['\u202amara@boats.example\u202c', 'mara@boats.example'],
    ['\ufeffmara@boats.ex\u00adample', 'mara@boats.example'],
    ['\u200emara@boats.example', 'mara@boats.example'],
    // Other signs that look alike stay: they may be of another address.
    ['mara²@boats.example', 'mara²@boats.example'],
    ['mara@نامه\u200cای.example', 'mara@نامه\u200cای.example'],
  ])('%j is taken as %j, in the window and at the desk (form-2)', (typed, address) => {
    expect([inWindow(typed), atDesk(typed)]).toEqual([address, address]);
    expect(foldEmail(address)).toBe(address);
  });

  it.each([
    ...[
      'mara',
      'mara@',
      '@boats.example',
      'mara@boats',
      'mara@boats.',
      'mara@.example',
      'mara@boats..example',
    ],
    ...['a@b.example c@d.example', 'a@b.example,c@d.example', 'a@b@c.example', 'mara @boats.example'],
    ...[
      'mailto:mara@boats.example',
      'Mara <mara@boats.example>',
      'mara@boats.example;',
      'ma\u0000ra@boats.example',
    ],
    ...[
      'mara@my\u2011boats.example',
      'mara@boats.example、',
      'mara@boats.example?subject=x',
      '"mara"@boats.example',
      'mara＠boats',
      'ｍａｉｌｔｏ：mara@boats.example',
    ],
  ])('%j is none, in the window and at the desk (form-6)', (typed) => {
    expect([inWindow(typed), atDesk(typed)]).toEqual([undefined, undefined]);
  });

  it('is judged in no time that grows with its square', () => {
    for (const part of ['a', '.', 'a.', '@', 'a@', '。']) {
      const before = performance.now();
      isEmail(foldEmail(`a@${part.repeat(200_000)}`));
      expect(performance.now() - before, part).toBeLessThan(500);
    }
  });
});
