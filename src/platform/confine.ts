/**
 * Lets the frames of a document show pages of one origin alone, by a policy of its own: the browser then refuses a redirect
 * to another origin, and a page that goes there by itself, before the other page runs, and tells the document of it by a
 * `securitypolicyviolation`.
 */
export const confineFrames = (doc: Document, origin: string): void => {
  const policy = doc.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = `frame-src ${origin}`;
  doc.head.append(policy);
};
