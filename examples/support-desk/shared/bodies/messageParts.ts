import * as v from 'valibot';
import { metadata, text, webAddress, words } from './parts';

/** What messages of agents consist of: buttons, items, and fields of forms. */

/** Addresses that a link may have. Other schemes could run a script. */
const linkAddress = v.pipe(
  v.string(),
  v.maxLength(2048),
  v.regex(/^(https?:\/\/|mailto:|tel:)\S+$/i, 'must be an http, https, mailto or tel address'),
);

const actionFields = {
  _id: v.optional(text(100)),
  text: words(128),
  default: v.optional(v.boolean()),
  iconUrl: v.optional(webAddress),
  metadata: v.optional(metadata),
  extraChannelOptions: v.optional(metadata),
};

const action = v.variant('type', [
  v.object({ ...actionFields, type: v.literal('link'), uri: linkAddress }),
  v.object({ ...actionFields, type: v.literal('reply'), payload: v.optional(text(1000)) }),
  v.object({ ...actionFields, type: v.literal('postback'), payload: v.optional(text(1000)) }),
  v.object({
    ...actionFields,
    type: v.literal('webview'),
    uri: webAddress,
    fallback: webAddress,
    size: v.optional(v.picklist(['compact', 'tall', 'full'])),
    openOnReceive: v.optional(v.boolean()),
  }),
  v.object({ ...actionFields, type: v.literal('locationRequest') }),
  v.object({
    ...actionFields,
    type: v.literal('buy'),
    uri: v.optional(linkAddress),
    amount: v.pipe(v.number(), v.integer(), v.minValue(0)),
    currency: v.pipe(v.string(), v.regex(/^[a-z]{3}$/i, 'must be a three-letter currency')),
    state: v.optional(v.picklist(['offered', 'paid'])),
  }),
]);

export const actions = v.optional(v.pipe(v.array(action), v.maxLength(10)));

const itemFields = {
  _id: v.optional(text(100)),
  title: words(128),
  description: v.optional(text(128)),
  mediaUrl: v.optional(webAddress),
  mediaType: v.optional(text(128)),
  altText: v.optional(text(128)),
  size: v.optional(v.picklist(['compact', 'large'])),
  metadata: v.optional(metadata),
  actions: v.optional(v.pipe(v.array(action), v.maxLength(3))),
};
export const items = v.pipe(v.array(v.object(itemFields)), v.minLength(1), v.maxLength(10));

const size = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(256)));
const choice = v.object({ name: words(128), label: words(128) });
const fieldCommon = {
  _id: v.optional(text(100)),
  name: words(128),
  label: words(128),
  placeholder: v.optional(text(128)),
};
export const formField = v.variant('type', [
  v.object({
    ...fieldCommon,
    type: v.literal('text'),
    minSize: size,
    maxSize: size,
    format: v.optional(v.picklist(['integer', 'decimal'])),
  }),
  v.object({ ...fieldCommon, type: v.literal('email') }),
  v.object({
    ...fieldCommon,
    type: v.literal('select'),
    options: v.pipe(v.array(choice), v.minLength(1), v.maxLength(200)),
    selectSize: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  }),
]);
export const answeredField = v.variant('type', [
  v.object({ ...fieldCommon, type: v.literal('text'), text: text(256) }),
  v.object({ ...fieldCommon, type: v.literal('email'), email: text(128) }),
  v.object({ ...fieldCommon, type: v.literal('select'), select: v.array(choice) }),
]);
