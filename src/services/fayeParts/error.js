/** Reads a Bayeux error, 'code:parameters:message'. */
export const parse = (text = '') => {
  const [, code, params = '', message = text] = /^(\d{3}):([^:]*):(.*)$/.exec(text) ?? [];
  return { code: code ? Number(code) : null, params: params.split(','), message };
};
