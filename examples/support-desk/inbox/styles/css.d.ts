/** A stylesheet imported for its effect; the bundler links it to the page. */
declare module '*.css';
