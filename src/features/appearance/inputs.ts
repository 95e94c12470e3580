/** Smallest font size of input fields, in CSS pixels. Phones zoom in on smaller ones. */
export const LEAST_INPUT = 16;
