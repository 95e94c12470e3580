/** What the desk uses of html-to-text, which has no types. */
declare module 'html-to-text' {
  export type HtmlElement = { data?: string; attribs?: Record<string, string>; children?: HtmlElement[] };
  export type HtmlToTextOptions = {
    wordwrap: false | number;
    whitespaceCharacters?: string;
    limits?: { maxInputLength?: number; maxDepth?: number; maxChildNodes?: number };
    formatters?: Record<
      string,
      (
        element: HtmlElement,
        walk: (children: HtmlElement[], builder: unknown) => void,
        builder: { addInline(text: string): void },
      ) => void
    >;
    selectors: { selector: string; format?: string; options?: Record<string, unknown> }[];
  };
  export const convert: (html: string, options: HtmlToTextOptions) => string;
}
