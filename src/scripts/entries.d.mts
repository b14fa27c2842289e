/** The package's entries: name of the built file → source. */
export const ENTRIES: Readonly<Record<string, string>>;
/** Scripts of the package that Node runs and no module imports. */
export const SCRIPTS: Readonly<Record<string, string>>;
/** Parts of entries, in separate files: name of the built file → source. */
export const PARTS: Readonly<Record<string, string>>;
