/** SPEC.md section 5: "Channel-name patterns must start with a slash and use letters, digits and - _ ! ~ ( ) $ @." */
const segments = '(\\/[\\w\\-!~()$@]+)';

export const CHANNEL_NAME = new RegExp(`^${segments}+$`);
export const CHANNEL_PATTERN = new RegExp(`^${segments}*\\/\\*{1,2}$`);
