/**
 * The option of Node that compiles WebAssembly once. The embedded database is 9 MB of it, and optimizing it again costs
 * more processor time than a desk of the tests lives to gain: a start takes 1.4 s, with this option 1.0 s.
 */
export const BRIEF_WEBASSEMBLY = '--liftoff-only';
