/** What an expression of Prometheus reads: names of metrics, and the labels that it names. */
export type Reads = { metrics: string[]; labels: string[] };

const AGGREGATIONS = ['sum', 'topk', 'max', 'min', 'avg'];
const FUNCTIONS = new Set([...AGGREGATIONS, 'rate', 'increase', 'histogram_quantile', 'changes', 'absent']);
const OPERATORS = new Set(['and', 'or', 'unless', 'bool']);
/** What a list of labels follows. */
const LISTS = new Set(['by', 'without', 'on', 'ignoring']);
const TOKEN = /"[^"]*"|\{|\}|\(|\)|\[[^\]]*\]|[a-zA-Z_:][\w:]*|[\d.]+(?:e\d+)?|[-+*/%^,]|[=!<>~]+|\s+/y;

const tokensOf = (expression: string): string[] => {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < expression.length) {
    const at = TOKEN.lastIndex;
    const [token] = TOKEN.exec(expression) ?? [];
    if (token === undefined) throw new Error(`not PromQL at ${expression.slice(at)}`);
    if (token.trim()) tokens.push(token);
  }
  return tokens;
};

/**
 * Reads the names in an expression: every word that is no function, operator or label is taken for a metric.
 * @throws where a character does not belong to the language, or brackets do not match
 */
export const readPromql = (expression: string): Reads => {
  const metrics: string[] = [];
  const labels: string[] = [];
  const open: string[] = [];
  let isByList = false;
  for (const [i, token] of tokensOf(expression).entries()) {
    const next = tokensOf(expression)[i + 1];
    if (token === '(' || token === '{') open.push(isByList ? 'by' : token);
    if (token === ')' || token === '}') {
      const opened = open.pop();
      if ((token === '}') !== (opened === '{')) throw new Error(`brackets do not match in ${expression}`);
    }
    isByList = LISTS.has(token);
    if (isByList || OPERATORS.has(token) || !/^[a-zA-Z_]/.test(token)) continue;
    if (open.at(-1) === '{' || open.at(-1) === 'by') labels.push(token);
    else if (next === '(' || (next === 'by' && FUNCTIONS.has(token))) {
      if (!FUNCTIONS.has(token)) throw new Error(`an unknown function: ${token}`);
    } else metrics.push(token);
  }
  if (open.length > 0) throw new Error(`brackets do not match in ${expression}`);
  return { metrics, labels };
};
