/** The package's entries: name of the built file → source. */
export const ENTRIES: Readonly<Record<string, string>>;
/** Scripts of the package that Node runs, and nobody imports. */
export const SCRIPTS: Readonly<Record<string, string>>;
/** What entries export besides much else: name of the built file → source. */
export const PARTS: Readonly<Record<string, string>>;
