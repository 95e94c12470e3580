export const VOICE = [
  {
    hint: 'Calls ring in every open inbox. Audio is sent directly between browsers.',
    fields: [
      { path: 'voice/enabled', label: 'Visitors may call', kind: 'switch' },
      {
        path: 'voice/recordingConsent',
        label: 'Recording',
        hint: 'This desk records nothing. It asks visitors, and shows the agent their answer.',
        kind: 'choice',
        options: [
          ['none', 'Visitors are not asked'],
          ['opt_in', 'Visitors are asked, and start with no'],
          ['opt_out', 'Visitors are asked, and start with yes'],
        ],
      },
      {
        path: 'voice/stunUrl',
        label: 'STUN server',
        hint: 'Without one, calls work in one network only.',
        kind: 'text',
        most: 300,
        placeholder: 'stun:stun.shop.example:3478',
      },
      {
        path: 'voice/turnUrl',
        label: 'TURN server',
        hint: 'For visitors behind strict firewalls. Its shared secret is set in settings.json, as voice.turnSecret.',
        kind: 'text',
        most: 300,
        placeholder: 'turns:turn.shop.example',
      },
    ],
  },
] as const;
