import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readS3Place } from '../../../examples/support-desk/server/uploads/s3Place';
import { idAt, keyOf } from '../../../examples/support-desk/server/uploads/uploadKey';
import { hostileString } from '../../support/hostileValues';

const problemOf = (value: string, region?: string): string => {
  const read = readS3Place(value, region);
  return 'problem' in read ? read.problem : '';
};

describe('UPLOADS_URL', () => {
  it.each([
    [
      's3://files?region=eu-central-1',
      undefined,
      { bucket: 'files', prefix: '', region: 'eu-central-1', pathStyle: false },
    ],
    ['s3://files', 'eu-west-1', { bucket: 'files', prefix: '', region: 'eu-west-1', pathStyle: false }],
    ['s3://files/../%2e%2e/x?region=y', undefined, { bucket: 'files', prefix: 'x/' }],
    ['s3://my.files-1/a/b_c.d/?region=x', 'y', { bucket: 'my.files-1', prefix: 'a/b_c.d/', region: 'x' }],
    [
      's3://files/desk?endpoint=http://127.0.0.1:9000',
      undefined,
      { prefix: 'desk/', region: 'us-east-1', endpoint: 'http://127.0.0.1:9000', pathStyle: true },
    ],
    [
      's3://files?endpoint=https%3A%2F%2Fs3.example%2Fbase&pathStyle=0',
      'eu-west-1',
      { region: 'eu-west-1', endpoint: 'https://s3.example/base', pathStyle: false },
    ],
  ])('%s is a place', (value, region, place) => {
    expect(readS3Place(value, region)).toMatchObject({ place });
  });

  it.each([
    ['files', /must be an address such as s3:/],
    ['https://files?region=x', /must be an address such as s3:/],
    ['s3://?region=x', /must be an address such as s3:/],
    ['s3://Files?region=x', /must be an address such as s3:/],
    ['s3://files:9000?region=x', /must be an address such as s3:/],
    ['s3://files/a//b?region=x', /must be an address such as s3:/],
    ['s3://files/a b?region=x', /must be an address such as s3:/],
    ['s3://files?region=x#y', /must be an address such as s3:/],
    ['s3://key:secret@files?region=x', /must have no credentials/],
    ['s3://files', /needs a region/],
    ['s3://files?region=', /must be a name such as eu-central-1/],
    ['s3://files?region=a/b', /must be a name such as eu-central-1/],
    ['s3://files?Region=x', /and not Region\./],
    ['s3://files?region=x&region=y', /and not region\./],
    ['s3://files?endpoint=s3.example', /endpoint .* must be an http or https address/],
    ['s3://files?endpoint=ftp://s3.example', /endpoint .* must be an http or https address/],
    ['s3://files?endpoint=https://a:b@s3.example', /endpoint .* must be an http or https address/],
    ['s3://files?endpoint=https://s3.example&pathStyle=yes', /must be 0 or 1/],
  ])('%s is refused in one sentence', (value, sentence) => {
    expect(problemOf(value)).toMatch(sentence);
  });

  it('is a usable place or refused, whatever it is, and no sentence has a secret', () => {
    const part = fc.oneof(
      hostileString,
      fc.constantFrom('files', 'a', '..', '%2e%2e', '//', '?', '#', '@', 'region=x'),
    );
    const address = fc.array(part, { maxLength: 6 }).map((parts) => `s3://${parts.join('')}`);
    fc.assert(
      fc.property(fc.oneof(address, hostileString), (value) => {
        const read = readS3Place(value, 'eu-west-1');
        if ('problem' in read) return void expect(read.problem).toMatch(/^\S.*\.$/);
        expect(read.place.bucket).toMatch(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/);
        expect(read.place.prefix).toMatch(/^([\w-][\w.-]*\/)*$/);
      }),
    );
    expect(problemOf('s3://key:hush@files?region=x')).not.toMatch('hush');
  });
});

describe('where a file is stored', () => {
  it('is told from its id, and its id from there', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\w-]{8,128}$/), (id) => {
        expect(idAt(keyOf(id))).toBe(id);
      }),
    );
  });

  it('is nowhere for what is no id, and no other name is a file', () => {
    fc.assert(
      fc.property(hostileString, (value) => {
        fc.pre(!/^[\w-]{8,128}$/.test(value));
        expect(() => keyOf(value)).toThrow('not the id');
        const id = idAt(value);
        if (id !== undefined) expect(keyOf(id)).toBe(value);
      }),
    );
  });
});
