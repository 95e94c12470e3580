/**
 * Requests and answers of plain text, in place of Node's own. Those have streams and abort signals, which no schedule
 * needs and which take a fifth of its time.
 */

const textOf = (body: unknown): string | null => {
  if (body !== null && body !== undefined && typeof body !== 'string')
    throw new Error('The model knows texts only');
  return body ?? null;
};

class PlainBody {
  readonly headers: Headers;
  readonly body: string | null;
  private isRead = false;
  constructor(body: unknown, headers: HeadersInit | undefined) {
    this.headers = new Headers(headers);
    this.body = textOf(body);
  }
  /** @throws TypeError the second time, as a stream can be read once */
  async text(): Promise<string> {
    if (this.isRead) throw new TypeError('The body was read before');
    this.isRead = true;
    return this.body ?? '';
  }
  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }
}

class PlainRequest extends PlainBody {
  readonly url: string;
  readonly method: string;
  /** The model's requests are never given up. */
  readonly signal = { aborted: false };
  constructor(url: string, init: RequestInit = {}) {
    super(init.body, init.headers);
    this.url = url;
    this.method = init.method ?? 'GET';
    // Every browser sends it.
    if (this.body !== null) this.headers.set('content-length', String(Buffer.byteLength(this.body)));
  }
}

class PlainResponse extends PlainBody {
  readonly status: number;
  constructor(body?: unknown, init: ResponseInit = {}) {
    super(body, init.headers);
    this.status = init.status ?? 200;
  }
  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }
  clone(): PlainResponse {
    return new PlainResponse(this.body, this);
  }
  static json(value: unknown, init?: ResponseInit): PlainResponse {
    const answer = new PlainResponse(JSON.stringify(value), init);
    answer.headers.set('content-type', 'application/json');
    return answer;
  }
}

Object.assign(globalThis, { Request: PlainRequest, Response: PlainResponse });
