import { describe, expect, it } from 'vitest';
import { readTag } from '../../../src/loader/tag';

const tag = (src: string, dataset: Record<string, string> = {}, settings?: { zendeskHost?: string }) =>
  readTag({ src, dataset, nonce: 'n' } as unknown as HTMLScriptElement, settings);

describe('the account host', () => {
  it('is named by the tag, else by the settings, else it is where the script comes from', () => {
    const src = 'https://cdn.example/w/porch.js';
    const settings = { zendeskHost: 'settings.example' };
    expect(tag(src, { zendeskHost: 'tag.example' }, settings).accountHost).toBe('https://tag.example');
    expect(tag(src, {}, settings).accountHost).toBe('https://settings.example');
    expect(tag(src, {}, {}).accountHost).toBe('https://cdn.example');
    expect(tag(src).accountHost).toBe('https://cdn.example');
  });

  it('may be a whole address, and loses the slashes at its end', () => {
    expect(tag('https://cdn.example/porch.js', { zendeskHost: 'http://localhost:3000//' }).accountHost).toBe(
      'http://localhost:3000',
    );
    expect(tag('https://cdn.example/porch.js', { zendeskHost: 'a.example/' }).accountHost).toBe(
      'https://a.example',
    );
  });

  it('keeps the port of the script’s own', () => {
    expect(tag('http://127.0.0.1:3000/dist/porch.js').accountHost).toBe('http://127.0.0.1:3000');
  });

  it('is empty where nothing names one', () => {
    expect(tag('file:///home/me/porch.js').accountHost).toBe('');
    expect(tag('data:text/javascript,1').accountHost).toBe('');
    expect(tag('file:///home/me/porch.js', { zendeskHost: 'a.example' }).accountHost).toBe(
      'https://a.example',
    );
  });
});

describe('the key', () => {
  it('is that of the address, else that of the tag', () => {
    expect(tag('https://cdn.example/porch.js?key=abc', { key: 'def' }).key).toBe('abc');
    expect(tag('https://cdn.example/porch.js', { key: 'def' }).key).toBe('def');
    expect(tag('https://cdn.example/porch.js').key).toBeFalsy();
  });
});

describe('the rest of the tag', () => {
  it('says where the files lie, without query and hash', () => {
    expect(tag('https://cdn.example/a/b/porch.js?key=x/y#z/w').base).toBe('https://cdn.example/a/b/');
    expect(tag('https://cdn.example/porch.js').base).toBe('https://cdn.example/');
  });

  it('hands on its nonce', () => {
    expect(tag('https://cdn.example/porch.js').nonce).toBe('n');
  });

  it('asks for the unpublished configuration on a staging host, or where it says so', () => {
    expect(tag('https://static-staging.cdn.example/porch.js').preview).toBe(true);
    expect(tag('https://cdn.example/porch.js', { preview: '' }).preview).toBe(true);
    expect(tag('https://cdn.example/static-staging/porch.js').preview).toBe(false);
  });
});
