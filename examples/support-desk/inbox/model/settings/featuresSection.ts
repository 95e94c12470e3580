import { type Group, toggle } from './fields';

export const FEATURES: readonly Group[] = [
  {
    title: 'Conversations',
    fields: [
      toggle('messenger/attachmentsEnabled', 'Visitors may send files'),
      toggle('app/endSessionEnabled', 'Visitors may end their conversations'),
      toggle('rating/enabled', 'Visitors may rate a conversation after its end'),
      toggle('app/multiConvoEnabled', 'Visitors may have several conversations'),
      toggle('messenger/canUserSeeConversationList', 'Visitors see the list of their conversations'),
      toggle('app/canUserCreateMoreConversations', 'Visitors may start further conversations'),
      toggle('messenger/proactiveMessagingEnabled', 'Campaigns write to visitors first'),
      toggle('app/echoPostback', 'A pressed button appears as a message of the visitor'),
    ],
  },
  {
    title: 'Waiting',
    fields: [
      toggle('messenger/waitTimeEnabled', 'Show how long the wait is'),
      toggle('messenger/queuePositionEnabled', 'Show the place in the queue'),
      toggle('messenger/onlyDecreasingQueue', 'Never show a place further back than before'),
      {
        path: 'messenger/queuePollingInterval',
        label: 'Ask for the place again after',
        hint: 'Default: 60 seconds.',
        kind: 'number',
        low: 1,
        high: 3600,
        unit: 's',
      },
    ],
  },
  {
    title: 'Loading',
    fields: [
      toggle(
        'features/fastLoad',
        'Load the messenger together with the launcher',
        'The window opens faster, and every page view loads more.',
      ),
    ],
  },
  {
    title: 'JavaScript API calls',
    hint: 'A call that is off has no effect. The console of a page that makes it says so.',
    fields: [
      toggle('features/conversationFields', 'Set ticket fields'),
      toggle('features/conversationTags', 'Set tags'),
      toggle('features/metadata', 'Set other data of conversations and visitors'),
      toggle('features/updateUser', 'Update the visitor'),
      toggle('features/multiConversation', 'List, create and open conversations'),
      toggle('features/typingIndicator', 'Name who is typing'),
      toggle('features/emojiPicker', 'Hide the emoji picker'),
      toggle('features/multipleAttachments', 'Allow one file at a time'),
      toggle('features/proactiveForce', 'Show a campaign whatever its rules'),
    ],
  },
];
