/**
 * Restricts the frames of a document to one origin with a content security policy. The browser then blocks a
 * redirect or navigation to another origin before that page runs, and fires a `securitypolicyviolation` event
 * on the document.
 */
export const confineFrames = (doc: Document, origin: string): void => {
  const policy = doc.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = `frame-src ${origin}`;
  doc.head.append(policy);
};
