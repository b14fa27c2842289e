/** Writes `dist/types`: the type declarations of the package's entries, and of what these import. */
export function buildTypes(): void;
