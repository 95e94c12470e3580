import type { Group } from './fields';

/** The fields for visitors who sign in on the publisher's site. */
export const IDENTITY: readonly Group[] = [
  {
    title: 'Your identity provider',
    hint: 'Visitors can sign in with a token of your provider, signed with RS256 or ES256. Set all three. Signing keys of your own need none of them.',
    fields: [
      {
        path: 'identity/jwksUrl',
        label: 'Address of its keys (JWKS)',
        hint: 'An https address. settings.json can set one in an internal network.',
        placeholder: 'https://login.shop.example/.well-known/jwks.json',
        kind: 'address',
        most: 2000,
      },
      {
        path: 'identity/issuer',
        label: 'Issuer',
        hint: 'The iss of its tokens, letter by letter.',
        placeholder: 'https://login.shop.example/',
        kind: 'text',
        most: 500,
      },
      {
        path: 'identity/audience',
        label: 'Audience',
        hint: 'The aud of the tokens that it makes for this desk.',
        placeholder: 'support-desk',
        kind: 'text',
        most: 500,
      },
    ],
  },
];
