/** Returns the pages of the API reference by their file names. */
export function referencePages(): ReadonlyMap<string, string>;
