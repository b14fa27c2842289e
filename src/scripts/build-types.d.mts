/** Writes `dist/types`: the type declarations of the package's entries and of the modules that they import. */
export function buildTypes(): void;
