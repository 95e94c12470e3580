/** The used part of html-to-text, which has no types. */
declare module 'html-to-text' {
  export type HtmlElement = {
    type?: string;
    name?: string;
    data?: string;
    attribs?: Record<string, string>;
    children?: HtmlElement[];
    parent?: HtmlElement | null;
  };
  export type Builder = {
    options: { formatters: Record<string, Formatter> };
    addInline(text: string): void;
    openBlock(options: { leadingLineBreaks: number }): void;
    closeBlock(options: { trailingLineBreaks: number }): void;
    openList(options: { leadingLineBreaks: number; maxPrefixLength: number }): void;
    openListItem(options: { prefix: string }): void;
    closeListItem(): void;
    closeList(options: { trailingLineBreaks: number }): void;
  };
  export type Formatter = (
    element: HtmlElement,
    walk: (children: HtmlElement[], builder: Builder) => void,
    builder: Builder,
    options: Record<string, unknown>,
  ) => void;
  export type HtmlToTextOptions = {
    wordwrap: false | number;
    whitespaceCharacters?: string;
    baseElements?: { selectors: string[] };
    limits?: { maxInputLength?: number; maxDepth?: number; ellipsis?: string; maxChildNodes?: number };
    formatters?: Record<string, Formatter>;
    selectors: { selector: string; format?: string; options?: Record<string, unknown> }[];
  };
  export const convert: (html: string, options: HtmlToTextOptions) => string;
}
